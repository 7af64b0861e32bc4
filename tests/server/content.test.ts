import { Hono } from 'hono';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { articles, bulletins } from '../../server/db/schema.ts';
import { mountSandboxPages } from '../../server/routes/sandbox-pages.route.ts';
import { CODE } from '../../server/runtime/codes.ts';
import type { AppEnv } from '../../server/runtime/context.ts';
import { bulletinTop, settingWebArticle, settingWebArticleDetail } from '../../src/contract/content.contract.ts';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { settingWebHomeConf } from '../../src/contract/setting.contract.ts';
import { describeOn } from '../support/server/test-database.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

const STARTS_AT = new Date('2026-03-05T16:20:00Z');

describeOn('articles, bulletins, pages', () => {
  const server = sharedTestServer({ workers: false, startsAt: STARTS_AT });

  const list = async (input: object = {}) => {
    const { body } = await server.call(settingWebArticle, { type: 0, page: 1, size: 100, ...input });
    expect(Array.isArray(body?.['result'])).toBe(true);
    const page = v.parse(settingWebArticle.result, { result: body?.['result'], total: body?.['total'] });
    return { ...page, total: page.total ?? Number.NaN };
  };

  test('newest first, with the total beside the result (CALL-12, CONT-01)', async () => {
    const { rows, total, unread } = await list();
    expect([rows.length, unread]).toEqual([total, []]);
    expect(total).toBeGreaterThanOrEqual(12);
    const dates = rows.map(({ create_ts }) => create_ts);
    expect(dates).toEqual([...dates].sort((one, other) => other - one));
    expect(new Date(dates[0] ?? 0).toISOString()).toBe('2026-03-04T10:00:00.000Z');
  });

  test.each([{ type: 4 }, { type: -1 }, { page: 0 }, { size: 0 }, { size: 101 }, { page: 1.5 }, { type: null }])(
    '%j is not a valid request (CALL-12)',
    async (input) => {
      const { body } = await server.call(settingWebArticle, { type: 0, page: 1, size: 10, ...input });
      expect(body?.['code']).toBe(CODE.parameterException);
    },
  );

  test('a future article is neither listed nor returned before its time (CONT-01)', async () => {
    const { db, clock } = server.context;
    const { total } = await list();
    await db.insert(articles).values({
      articleId: 'ahead',
      type: 1,
      title: 'Ahead',
      titles: {},
      summary: '',
      summaries: {},
      body: '<p>x</p>',
      bodies: {},
      publishedAt: new Date(clock.now().getTime() + 60_000),
    });
    expect((await list()).total).toBe(total);
    expect((await server.call(settingWebArticleDetail, { id: 'ahead' })).body).toMatchObject({
      code: CODE.articleMissing,
    });
    server.advance(61_000);
    expect((await list()).rows[0]).toMatchObject({ id: 'ahead', img: null, summary: '' });
    expect((await list()).total).toBe(total + 1);
  });

  test('at most five lines (CALL-22)', async () => {
    const more = [4, 5, 6].map((position) => ({ bulletinId: `m${position}`, title: 'More', titles: {}, position }));
    await server.context.db.insert(bulletins).values(more);
    const { body } = await server.call(bulletinTop);
    expect(v.parse(bulletinTop.result, body?.['result']).rows.map(({ id }) => id)).toEqual([
      'b1',
      'b2',
      'b3',
      'm4',
      'm5',
    ]);
  });

  test('every link of the home page leads to a page in the requested language (CALL-11, CONT-04)', async () => {
    const { body } = await server.call(settingWebHomeConf);
    const home = v.parse(settingWebHomeConf.result, body?.['result']);
    const links = [
      ...home.games.rows.flatMap(({ url, redeem_url }) => [url, redeem_url]),
      ...home.downloads.rows.map(({ url }) => url),
      ...home.footer.rows.map(({ url }) => url),
      home.redeem_url,
    ].flatMap((link) => link ?? []);
    expect(links.length).toBeGreaterThan(10);
    for (const link of new Set(links))
      for (const locale of LOCALE_TAGS) {
        const { status, headers, text } = await server.request(link.replace('{locale}', locale));
        expect([link, status]).toEqual([link, 200]);
        expect(text).toContain(`<html lang="${locale}">`);
        expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
      }
    expect((await server.request('/pages/about?locale=xx"><script>')).text).toContain('<html lang="en-US">');
    expect((await server.request('/pages/none')).status).toBe(404);
    expect(home.features.rows.map(({ titles }) => Object.keys(titles).sort())).toEqual(
      home.features.rows.map(() => [...LOCALE_TAGS].sort()),
    );
    expect(home.features.rows).toHaveLength(3);
  });

  test('without the sandbox there are no placeholders for the publisher’s pages and no document of the API (CONT-04)', async () => {
    const app = new Hono<AppEnv>();
    const { context } = server;
    mountSandboxPages(app, { ...context, config: { ...context.config, sandbox: false } });
    for (const path of ['/pages/about', '/media/lantern-festival.svg', '/openapi.json'])
      expect((await app.request(path)).status).toBe(404);
  });
});
