import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { unreachable } from '../support/api/fake-api.ts';
import { bodyOf, sampleOf } from '../support/api/wire-samples.ts';
import { CONFIRMED_AT, createCoreHarness, never, reasonOf, stopClocks } from '../support/machines/core-harness.ts';

beforeEach(() => void stopClocks(CONFIRMED_AT));
afterEach(() => void vi.useRealTimers());

type Harness = ReturnType<typeof createCoreHarness>;

const ROLE = { serverId: 's1', roleId: 'r1' };
const ORDERS = { kind: 'orders', status: 'any', orderId: '', begin: '', end: '' } as const;

/** Calls of a signed-in page, one of each family. */
const CALLS: readonly { path: string; send: (harness: Harness) => Promise<unknown> }[] = [
  { path: '/api/user/webRole', send: ({ rechargePorts }) => rechargePorts.loadServers({}, never) },
  { path: '/api/order/webProduct', send: ({ rechargePorts }) => rechargePorts.loadItems(ROLE, never) },
  {
    path: '/api/order/record',
    send: ({ listPorts }) => listPorts.loadPage({ query: ORDERS, page: 1, size: 10 }, never),
  },
  { path: '/api/operate/coinBalance', send: ({ rechargePorts }) => rechargePorts.loadCoinBalance({}, never) },
  { path: '/api/e-recharge/items', send: ({ epointRechargePorts }) => epointRechargePorts.loadShop({}, never) },
  {
    path: '/api/setting/webArticleDetail',
    send: ({ contentPorts }) => contentPorts.loadArticle({ articleId: '9' }, never),
  },
];

const entered = async (): Promise<Harness> => {
  const harness = createCoreHarness();
  await harness.enter();
  return harness;
};

const answered = async ({ path, send }: (typeof CALLS)[number], reply: Response | typeof unreachable) => {
  const harness = await entered();
  harness.api.reply(path, reply);
  return reasonOf(send(harness));
};

const json = (body: unknown, status = 200, type = 'application/json'): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers: { 'content-type': type } });

describe.each(CALLS)('$path', (call) => {
  const body = JSON.stringify(bodyOf(sampleOf(call.path)));

  test.each([
    [500, 'systemBusy'],
    [502, 'systemBusy'],
    [503, 'systemBusy'],
    [504, 'systemBusy'],
    [521, 'systemBusy'],
    [599, 'systemBusy'],
    [429, 'systemBusy'],
    [401, 'tokenFailure'],
    [203, 'tokenFailure'],
    [403, 'forbidden'],
  ])('HTTP %i says %s, with an HTML page too (READ-04)', async (status, reason) => {
    const html = `<html><h1>${status}</h1></html>`;
    for (const reply of [json(html, status, 'text/html'), json(body, status)])
      expect(await answered(call, reply)).toMatchObject({ reason });
  });

  test('no connection says so, and nothing else does (READ-04)', async () => {
    expect(await answered(call, unreachable)).toMatchObject({ reason: 'requestError' });
  });

  test.each<[string, string, string?]>([
    ['a byte order mark', `\uFEFF${body}`],
    ['two byte order marks and a line feed', `\uFEFF\uFEFF\n${body}\n`],
    ['Windows line feeds around it', `\r\n${body}\r\n`],
    ['the type text/html', body, 'text/html'],
    ['the type text/plain', body, 'text/plain;charset=UTF-8'],
    ['code as text', body.replace(/^\{/, '{"code":"0",').replace('"code":0,', '')],
    ['code null', body.replace(/^\{/, '{"code":null,').replace('"code":0,', '')],
    ['fields that nobody knows', body.replace(/^\{/, '{"trace":"7","data":null,"success":true,')],
  ])('an answer with %s is read (READ-01)', async (_, text, type) => {
    expect(await answered(call, json(text, 200, type))).toMatchObject({ resolved: expect.anything() });
  });

  test.each([
    ['SUCCESS', { code: 'SUCCESS' }],
    ['200', { code: 200 }],
    ['1', { code: 1 }],
  ])('code %s beside a result is an answer (READ-06)', async (_, code) => {
    const reply = json({ ...JSON.parse(body), ...code });
    expect(await answered(call, reply)).toMatchObject({ resolved: expect.anything() });
  });

  test('code 20002 ends the session, whatever is beside it', async () => {
    const reply = json({ ...JSON.parse(body), code: 20002 });
    expect(await answered(call, reply)).toMatchObject({ reason: 'signedOutByServer' });
  });
});

describe('an article whose text has another name', () => {
  const article = (fields: object) => ({ code: 0, result: { title: 'Storm', ...fields } });

  test.each<[string, object, string]>([
    ['body', { body: '<p>Sail</p>' }, '<p>Sail</p>'],
    ['content', { content: '<p>Sail</p>' }, '<p>Sail</p>'],
    ['content beside an empty body', { body: null, content: '<p>Sail</p>' }, '<p>Sail</p>'],
    ['body beside content', { body: '<p>Sail</p>', content: 'Sail' }, '<p>Sail</p>'],
    ['an empty body', { body: '' }, ''],
  ])('%s is read, and nothing is logged (CONT-02)', async (_, fields, body) => {
    const { api, contentPorts, log } = await entered();
    api.reply('/api/setting/webArticleDetail', article(fields));
    expect(await contentPorts.loadArticle({ articleId: '9' }, never)).toMatchObject({ title: 'Storm', body });
    expect(log).toEqual([]);
  });

  test.each<[string, object]>([
    ['another name', { markup: '<p>Sail</p>' }],
    ['no text', {}],
    ['a list', { body: ['<p>Sail</p>'] }],
  ])('%s has no text, and the log names the field (READ-06)', async (_, fields) => {
    const { api, contentPorts, log } = await entered();
    api.reply('/api/setting/webArticleDetail', article(fields));
    expect(await contentPorts.loadArticle({ articleId: '9' }, never)).toMatchObject({ title: 'Storm', body: '' });
    expect(log).toContainEqual(
      expect.objectContaining({ event: 'unreadable', field: 'result.body', effect: 'ignored' }),
    );
  });
});
