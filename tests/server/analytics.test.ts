import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createApp } from '../../server/app/app.ts';
import { DEMO_SERVER } from '../../server/demo-environment.mjs';
import { ANALYTICS_PATH, mountAnalytics, mountAnalyticsGate } from '../../server/routes/analytics.route.ts';
import { createSender } from '../../src/analytics/sender.ts';
import type { AnalyticsEvent } from '../../src/contract/analytics.contract.ts';
import { describeOn } from '../support/server/test-database.ts';
import { sharedTestServer, startTestServer } from '../support/server/test-server.ts';

const EVENT: AnalyticsEvent = {
  name: 'web_payment_login_result',
  visit: 'visit-1',
  at: 1_760_000_000_000,
  page: 'login',
  details: { method: 'account', succeeded: true },
};

const STAY: AnalyticsEvent = {
  name: 'web_payment_page_stay',
  visit: 'visit-of-stay',
  at: 1_760_000_000_000,
  page: 'recharge',
  details: {
    ms: 2_500,
    lcp_ms: 1_235,
    lcp_at: 'h1/home',
    inp_ms: 104,
    inp_at: 'button.pay/confirm',
    cls_thousandths: 15,
  },
};

describeOn('the logger', () => {
  const server = sharedTestServer({ workers: false });

  const stored = async (visit: string): Promise<unknown[]> => {
    const { body } = await server.request(`/sandbox/events?visit=${visit}`);
    return Array.isArray(body?.['result']) ? body['result'].map(({ event }) => event) : [];
  };

  type Query = { event?: string; nonce?: string; ts?: number; key?: string; sign?: string; ahead?: string };
  const queryOf = (change: Query): string => {
    const { event = EVENT.name, nonce = 'n-1', key = DEMO_SERVER.LOGGER_KEY } = change;
    const ts = change.ts ?? Math.floor(server.context.clock.now().getTime() / 1_000);
    const text = `event=${event}&nonce=${nonce}&ts=${ts}`;
    const sign = change.sign ?? createHmac('sha256', key).update(text).digest('hex');
    return `${ANALYTICS_PATH}?${text}&sign=${sign}${change.ahead === undefined ? '' : `&ahead=${change.ahead}`}`;
  };
  const post = (body: string, change: Query = {}) => server.request(queryOf(change), { method: 'POST', body });

  test('accepts and stores events signed by the portal, a stay with its Web Vitals (ANLT-01, ANLT-02)', async () => {
    const statuses: number[] = [];
    const sender = createSender({
      loggerUrl: () => `${server.url}${ANALYTICS_PATH}`,
      key: DEMO_SERVER.LOGGER_KEY,
      now: () => server.context.clock.now().getTime(),
      newNonce: () => 'n-7',
      post: async (url, body) => statuses.push((await fetch(url, { method: 'POST', body })).status),
      beacon: () => true,
    });
    sender.send(EVENT);
    sender.send(STAY);
    await expect.poll(() => statuses, { timeout: 60_000 }).toEqual([204, 204]);
    expect([await stored(EVENT.visit), await stored(STAY.visit)]).toEqual([[EVENT], [STAY]]);
  });

  test('another key, another event, an old or damaged signature: rejected and not stored (ANLT-01)', async () => {
    const body = JSON.stringify({ ...EVENT, visit: 'forged' });
    const now = Math.floor(server.context.clock.now().getTime() / 1_000);
    const forged: Query[] = [
      { key: 'another key' },
      { event: 'web_payment_page_load' },
      { nonce: '' },
      { ts: now - 301 },
      { ts: now + 302 },
      { sign: '' },
      { sign: 'zz' },
      { sign: '00'.repeat(32) },
      { ts: now + 3_600, ahead: '60' },
      { ts: now + 3_600, ahead: 'long' },
    ];
    for (const change of forged) expect((await post(body, change)).status).toBe(401);
    expect((await post(body, { ts: now - 290 })).status).toBe(204);
    expect((await post(body, { ts: now + 3_600, ahead: '3600' })).status).toBe(204);
    expect(await stored('forged')).toHaveLength(2);
  });

  test('a query with a text that is too long is rejected without an error (S22, ANLT-01)', async () => {
    const from = server.logLines().length;
    const body = JSON.stringify({ ...EVENT, visit: 'too-long' });
    for (const event of [`${'a'.repeat(127)}\u{1f600}`, 'a'.repeat(129)])
      expect((await post(body, { event })).status).toBe(401);
    expect((await post(body, { nonce: `${'n'.repeat(127)}\u{1f600}` })).status).toBe(401);
    expect((await post(body, { nonce: 'n'.repeat(128) })).status).toBe(204);
    expect(server.logged(from).map(({ level }) => level)).toEqual([30, 30, 30, 30]);
  });

  test('only a sandbox accepts a browser’s clock offset (INSP-06, ANLT-01)', async () => {
    const { context } = server;
    const app = createApp(
      { ...context, config: { ...context.config, sandbox: false } },
      { earlyMiddleware: [mountAnalyticsGate], routes: [], middleware: [mountAnalytics] },
    );
    const now = Math.floor(context.clock.now().getTime() / 1_000);
    const post = (query: string) => app.request(query, { method: 'POST', body: JSON.stringify(EVENT) });
    expect((await post(queryOf({ ts: now + 3_600, ahead: '3600' }))).status).toBe(401);
    expect((await post(queryOf({ ts: now }))).status).toBe(204);
  });

  test.each([
    ['invalid JSON', '{'],
    ['an empty object', '{}'],
    ['an unknown name', JSON.stringify({ ...EVENT, name: 'web_payment_made_up' })],
    ['another name', JSON.stringify({ ...EVENT, name: 'page_load' })],
    ['an e-mail address in its details', JSON.stringify({ ...EVENT, details: { who: 'ada@example.org' } })],
    ['an additional field', JSON.stringify({ ...EVENT, token: 'x' })],
    ['__proto__', '{"__proto__":{"name":"web_payment_x"}}'],
    ['a stay with a broken Web Vital', JSON.stringify({ ...STAY, details: { ms: 2_500, lcp_ms: 1_234.5 } })],
    ['a stay with an unknown Web Vital', JSON.stringify({ ...STAY, details: { ms: 2_500, fid_ms: 12 } })],
    ['a stay with a text', JSON.stringify({ ...STAY, details: { ms: 2_500, lcp_at: 'Welcome back, Ada' } })],
  ])('%s is not an event (ANLT-01, ANLT-04, F14, C69)', async (_, body) => {
    expect((await post(body, body.includes(STAY.visit) ? { event: STAY.name } : {})).status).toBe(400);
  });

  test('events of one address are limited, and those of another are not affected (F14)', async () => {
    const limited = await startTestServer({
      workers: false,
      environment: { RATE_LIMITS: '1', TRUSTED_PROXIES: '1' },
      startsAt: server.context.clock.now(),
    });
    const from = async (ip: string) =>
      limited.request(queryOf({}), {
        method: 'POST',
        body: JSON.stringify(EVENT),
        headers: { 'x-forwarded-for': ip },
      });
    const statuses = await Promise.all(
      Array.from({ length: 210 }, () => from('192.0.2.7').then(({ status }) => status)),
    );
    expect(statuses.filter((status) => status === 204)).toHaveLength(200);
    const refused = await from('192.0.2.7');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await from('192.0.2.8')).status).toBe(204);
    await limited.stop();
  });
});
