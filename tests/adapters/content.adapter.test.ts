import { expect, test } from 'vitest';
import { ARTICLE_ROW, ORDER_ROW } from '../support/api/fake-api.ts';
import { createCoreHarness, never } from '../support/machines/core-harness.ts';

const LIST = '/api/setting/webArticle';
const DETAIL = '/api/setting/webArticleDetail';

const CARD = {
  articleId: '1001',
  type: 2,
  title: 'A storm is coming',
  titles: { 'de-DE': 'Ein Sturm zieht auf' },
  summary: 'Two weeks of high seas.',
  summaries: { 'de-DE': 'Zwei Wochen hohe See.' },
  imgUrlConfig: { pageImgUrl: '/media/articles/storm.svg' },
  startTime: 1_760_000_000_000,
};

test('img, create_ts, title become imgUrlConfig.pageImgUrl, startTime in ms, title (CALL-12, CONT-01)', async () => {
  const { listPorts } = createCoreHarness();
  const { content, total } = await listPorts.loadPage(
    { query: { kind: 'articles', type: 0 }, page: 1, size: 2 },
    never,
  );
  expect(total).toBe(12);
  expect(content.rows[0]).toEqual(CARD);
  expect(content.rows[1]).toEqual({
    articleId: '7',
    type: null,
    title: 'Bare',
    titles: {},
    summary: '',
    summaries: {},
    imgUrlConfig: { pageImgUrl: null },
    startTime: 1_760_000_000_000,
  });
});

test.each([
  ['https://cdn.example/a.png', 'https://cdn.example/a.png'],
  ['/media/a.svg', '/media/a.svg'],
  ['http://cdn.example/a.png', null],
  ['https://cdn.example/a.png?from=http://b.example', 'https://cdn.example/a.png?from=http://b.example'],
  ['//cdn.example/a.png', null],
  ['javascript:alert(1)', null],
  [null, null],
])('the image %j is loaded from %j (C62, CONT-01)', async (img, drawn) => {
  const { api, contentPorts } = createCoreHarness();
  api.reply(DETAIL, { code: 0, result: { ...ARTICLE_ROW, img } });
  const { imgUrlConfig } = await contentPorts.loadArticle({ articleId: '1001' }, never);
  expect(imgUrlConfig.pageImgUrl).toBe(drawn);
});

test('an article is loaded by its id with unsanitized bodies (CALL-13, CONT-02)', async () => {
  const { api, contentPorts } = createCoreHarness();
  expect(await contentPorts.loadArticle({ articleId: '1001' }, never)).toEqual({
    ...CARD,
    body: '<p>High seas.</p>',
    bodies: { 'de-DE': '<p>Hohe See.</p>' },
  });
  expect(api.to(DETAIL).map(({ body }) => body)).toEqual([{ id: '1001' }]);
});

test('a list without a valid total is a list of unknown length (CALL-12, READ-07)', async () => {
  const { api, listPorts } = createCoreHarness();
  const load = () => listPorts.loadPage({ query: { kind: 'articles', type: 1 }, page: 1, size: 2 }, never);
  for (const total of [undefined, null, -1, 'many', {}]) {
    api.reply(LIST, { code: 0, result: [ARTICLE_ROW], total });
    expect(await load()).toMatchObject({ total: null, content: { rows: [{}] } });
  }
  for (const body of [{ result: { list: [ARTICLE_ROW], total: '7' } }, { result: [ARTICLE_ROW], total: 7 }]) {
    api.reply(LIST, body);
    expect(await load()).toMatchObject({ total: 7, content: { rows: [{}] } });
  }
});

const TEXT = '<p>Sail</p>';

test.each<[string, object, string, boolean]>([
  ['body', { body: TEXT }, TEXT, true],
  ['content', { content: TEXT }, TEXT, true],
  ['content beside an empty body', { body: null, content: TEXT }, TEXT, true],
  ['body beside content', { body: TEXT, content: 'Sail' }, TEXT, true],
  ['an empty body', { body: '' }, '', true],
  ['another name', { markup: TEXT }, '', false],
  ['no text', {}, '', false],
  ['a list', { body: [TEXT] }, '', false],
])('an article with %s; a missing text is in the log (CONT-02, READ-06)', async (_, fields, body, isFound) => {
  const { api, contentPorts, log } = createCoreHarness();
  api.reply(DETAIL, { code: 0, result: { title: 'Storm', ...fields } });
  expect(await contentPorts.loadArticle({ articleId: '9' }, never)).toMatchObject({ title: 'Storm', body });
  if (isFound) expect(log).toEqual([]);
  else expect(log).toContainEqual(expect.objectContaining({ field: 'result.body', effect: 'ignored' }));
});

const ORDERS = '/api/order/record';
const REBATES = '/api/e-recharge/rebate/info';

const rebate = (percent: number, kind: 'first' | 'standing') => ({
  item_id: `epoint.${percent}`,
  kind,
  percent,
  epoints: percent * 10,
  ends_ts: null,
});

test('the newest ten orders of any status are loaded (ROUTE-06, CALL-18)', async () => {
  const { api, homePorts } = createCoreHarness();
  api.reply(ORDERS, { code: 0, result: [ORDER_ROW] });
  expect(await homePorts.loadNewestOrders({}, never)).toMatchObject([{ paymentId: 'O-1' }]);
  const sent = { page: 1, size: 10, begin: 0, status: -1, sdk_order_id: '' };
  expect(api.to(ORDERS).map(({ body }) => body)).toMatchObject([sent]);
});

test.each([
  ['the highest', [rebate(8, 'standing'), rebate(50, 'first'), rebate(10, 'standing')], { percent: 50, isFirst: true }],
  ['one that every purchase earns', [rebate(8, 'standing')], { percent: 8, isFirst: false }],
  ['none', [], null],
])('the bonus of E Points: %s (ROUTE-06, CALL-26)', async (_, rows, expected) => {
  const { api, homePorts } = createCoreHarness();
  api.reply(REBATES, { code: 0, result: rows });
  expect(await homePorts.loadPointBonus({}, never)).toEqual(expected);
});
