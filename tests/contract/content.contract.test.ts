import { afterAll, beforeAll, expect, test } from 'vitest';
import { toArticleCard } from '../../src/adapters/article-card.mapper.ts';
import { createContentPorts } from '../../src/adapters/content.adapter.ts';
import { settingWebArticle } from '../../src/contract/content.contract.ts';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { connectClient } from '../support/api/connected-portal.ts';
import { never, reasonOf } from '../support/machines/core-harness.ts';
import { startTestServer, type TestServer } from '../support/server/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ workers: false });
});
afterAll(() => server.stop());

const client = () => connectClient(server.url);

test('pages of articles are what the list machine expects (CALL-12, CONT-01)', async () => {
  const first = await client().call(settingWebArticle, { type: 0, page: 1, size: 8 });
  const second = await client().call(settingWebArticle, { type: 0, page: 2, size: 8 });
  expect([first.rows.length, second.rows.length]).toEqual([8, (first.total ?? 0) - 8]);
  const cards = [...first.rows, ...second.rows].map(toArticleCard);
  expect(new Set(cards.map(({ articleId }) => articleId)).size).toBe(first.total ?? 0);
  expect(cards.every(({ imgUrlConfig }) => imgUrlConfig.pageImgUrl?.startsWith('/media/'))).toBe(true);
  expect(cards.every(({ startTime }) => startTime !== null && startTime < Date.now())).toBe(true);
});

test('an article has its text; a missing one is recognized by its code (CALL-13, CONT-02)', async () => {
  const ports = createContentPorts({ api: client(), deferUntilFirstPaint: (_, port) => port });
  const article = await ports.loadArticle({ articleId: '1015' }, never);
  expect(Object.keys(article.bodies).sort()).toEqual([...LOCALE_TAGS].sort());
  expect(article.body).toMatch(/^<p>/);
  expect(await reasonOf(ports.loadArticle({ articleId: 'none' }, never))).toMatchObject({ reason: 'articleMissing' });
});

test('the top bulletins, each with a link to an existing article (CALL-22, CONT-03)', async () => {
  const ports = createContentPorts({ api: client(), deferUntilFirstPaint: (_, port) => port });
  const bulletins = await ports.loadBulletins({}, never);
  expect(bulletins.length).toBeGreaterThan(1);
  for (const { articleId } of bulletins) {
    const article = await ports.loadArticle({ articleId: articleId ?? '' }, never);
    expect(article.articleId).toBe(articleId);
  }
});
