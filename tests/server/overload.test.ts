import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Hono } from 'hono';
import { describe, expect, test, vi } from 'vitest';
import { createAddressReader } from '../../server/http/client-address.ts';
import { shedLoad } from '../../server/http/load-shedding.ts';
import { bucketsFor, createRateLimit } from '../../server/http/rate-limit.ts';
import { CODE } from '../../server/runtime/codes.ts';
import type { AppEnv } from '../../server/runtime/context.ts';
import { epointPaymentIdsDetail } from '../../src/contract/epoint.contract.ts';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { settingTime } from '../../src/contract/setting.contract.ts';
import { userWebRole } from '../../src/contract/user.contract.ts';
import { describeOn } from '../support/server/test-database.ts';
import { sharedTestServer } from '../support/server/test-server.ts';

describe('a bucket of tokens', () => {
  test('the burst is allowed, then one a second, with the wait (S5)', () => {
    const limit = createRateLimit();
    const rate = { perSecond: 1, burst: 5 };
    const waits = Array.from({ length: 7 }, () => limit('a', rate, 10_000));
    expect(waits).toEqual([0, 0, 0, 0, 0, 1_000, 1_000]);
    expect(limit('b', rate, 10_000)).toBe(0);
    expect(limit('a', rate, 10_600)).toBe(400);
    expect(limit('a', rate, 11_000)).toBe(0);
    expect(limit('a', rate, 11_000)).toBe(1_000);
  });

  test('never more than burst and rate allow, in any arrival pattern and with clock steps (S5, S21)', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5_000, max: 3_000 }), { maxLength: 200 }), (steps) => {
        const limit = createRateLimit();
        let [now, forward, passed] = [0, 0, 0];
        for (const step of steps) {
          now += step;
          forward += Math.max(0, step);
          if (limit('a', { perSecond: 2, burst: 3 }, now) === 0) passed += 1;
        }
        expect(passed).toBeLessThanOrEqual(3 + (forward / 1_000) * 2 + 1e-6);
      }),
    );
  });

  test('a poll counts for its player and its order; a call without a session counts for its address (S5, F11)', () => {
    const ada = { userId: 'ada', ip: '192.0.2.1' };
    const poll = { sdk_order_id: 'o-1', page: 1 };
    const bucketsOf = (path: string, body: unknown, caller = ada) => bucketsFor(path, body, caller);
    const keysOf = (...args: Parameters<typeof bucketsOf>) => bucketsOf(...args).map(({ key }) => key);
    const [player, order] = bucketsOf(orderRecord.path, poll);
    expect([player?.rate, order?.rate]).toEqual([
      { perSecond: 10, burst: 60 },
      { perSecond: 1, burst: 5 },
    ]);
    const other = keysOf(orderRecord.path, { sdk_order_id: 'o-2' });
    expect(other).toEqual([player?.key, expect.not.stringMatching(order?.key ?? '')]);
    expect(keysOf(orderRecord.path, { sdk_order_id: '' })).toEqual([player?.key]);
    expect(keysOf(userWebRole.path, {})).not.toEqual(keysOf(userWebRole.path, {}, { ...ada, userId: 'bob' }));
    expect(keysOf(settingTime.path, {}, { userId: '', ip: '192.0.2.1' })).toEqual([
      expect.stringContaining('192.0.2.1'),
    ]);
  });

  test('an order number counts once, with white space around it and repeated (S5, F11)', () => {
    const ada = { userId: 'ada', ip: '192.0.2.1' };
    const orderOf = (path: string, body: unknown) => bucketsFor(path, body, ada)[1]?.key;
    const once = orderOf(orderRecord.path, { sdk_order_id: 'o-1' });
    expect(once).toMatch(/ o-1$/);
    for (const sdk_order_id of [' o-1', 'o-1\n', `${' '.repeat(200)}o-1\u00a0`])
      expect(orderOf(orderRecord.path, { sdk_order_id })).toBe(once);
    expect(orderOf(orderRecord.path, { sdk_order_id: ' \t' })).toBeUndefined();
    const detail = orderOf(epointPaymentIdsDetail.path, { paymentIds: ['o-1'] });
    expect(detail).toMatch(/ o-1$/);
    expect(orderOf(epointPaymentIdsDetail.path, { paymentIds: ['o-1', 'o-1'] })).toBe(detail);
    expect(orderOf(epointPaymentIdsDetail.path, { paymentIds: ['o-1', 'o-2'] })).toBeUndefined();
  });

  test('a body of any shape has buckets (S5)', () => {
    const ada = { userId: 'ada', ip: '192.0.2.1' };
    const value = fc.anything({ withNullPrototype: true });
    const body = fc.oneof(value, fc.record({ sdk_order_id: value, paymentIds: fc.oneof(value, fc.tuple(value)) }));
    fc.assert(
      fc.property(body, fc.constantFrom(orderRecord.path, epointPaymentIdsDetail.path), (read, path) => {
        for (const { key } of bucketsFor(path, read, ada)) expect(key.length).toBeLessThan(300);
      }),
    );
    const [, ...more] = bucketsFor(orderRecord.path, { sdk_order_id: { toString: 1 } }, ada);
    expect(more).toEqual([]);
  });

  test('a flood of names creates only a bounded number of buckets (S5)', () => {
    const limit = createRateLimit();
    const rate = { perSecond: 1, burst: 1 };
    limit('first', rate, 0);
    expect(limit('first', rate, 0)).toBeGreaterThan(0);
    for (let n = 0; n < 50_001; n += 1) limit(`name-${n}`, rate, 0);
    expect(limit('first', rate, 0)).toBe(0);
  });
});

describe('client addresses', () => {
  /** An app that responds with the client address that limits use. */
  const callerOf = async (socket: string, trustedProxies: number, forwarded?: string) => {
    const warnings: unknown[] = [];
    const addressOf = createAddressReader(trustedProxies, { warn: (line: unknown) => warnings.push(line) });
    const app = new Hono<AppEnv>();
    app.get('/', (c) => c.text(`${addressOf(c)} ${addressOf(c)}`));
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const answer = await app.request('/', { headers }, { incoming: { socket: { remoteAddress: socket } } });
    const [address] = (await answer.text()).split(' ');
    return { address, warnings };
  };

  test.each([
    ['192.0.2.1', 0, undefined, '192.0.2.1'],
    ['::ffff:192.0.2.1', 0, undefined, '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', 0, undefined, '2001:db8:1:2::/64'],
    ['2001:DB8:1::6', 0, undefined, '2001:db8:1:0::/64'],
    ['fe80::1%eth0', 0, undefined, 'fe80:0:0:0::/64'],
    ['::1', 0, undefined, '0:0:0:0::/64'],
    ['10.0.0.9', 0, '192.0.2.7', '10.0.0.9'],
    ['10.0.0.9', 1, '6.6.6.6, 192.0.2.7', '192.0.2.7'],
    ['10.0.0.9', 2, '6.6.6.6, 192.0.2.7, 10.0.0.8', '192.0.2.7'],
    ['10.0.0.9', 1, '192.0.2.7:4711', '192.0.2.7'],
    ['10.0.0.9', 1, '[2001:db8:1:2::6]:4711', '2001:db8:1:2::/64'],
    ['10.0.0.9', 1, 'unknown', '10.0.0.9'],
    ['10.0.0.9', 3, '192.0.2.7', '10.0.0.9'],
    ['10.0.0.9', 1, undefined, '10.0.0.9'],
  ])('from %s with %i trusted proxies and %s: %s (F12, S2)', async (socket, proxies, forwarded, expected) => {
    expect((await callerOf(socket, proxies, forwarded)).address).toBe(expected);
  });

  test('X-Forwarded-For without a trusted proxy warns once, and names the variable (F12)', async () => {
    const { warnings } = await callerOf('10.0.0.9', 0, '192.0.2.7');
    expect(warnings).toEqual([expect.stringContaining('set TRUSTED_PROXIES to the number of proxies')]);
    expect((await callerOf('10.0.0.9', 1, '192.0.2.7')).warnings).toEqual([]);
    expect((await callerOf('10.0.0.9', 0)).warnings).toEqual([]);
  });
});

describe('shedding', () => {
  /** An app with one route that waits until the test releases it. */
  const slowApp = (running: number, waiting: number) => {
    const blocked: (() => void)[] = [];
    const counted = { shed: 0 };
    const app = new Hono<AppEnv>();
    const onShed = (): void => {
      counted.shed += 1;
    };
    app.use('/api/*', shedLoad({ running, waiting }, onShed));
    app.get('/api/slow', async (c) => {
      await new Promise<void>((resolve) => blocked.push(resolve));
      return c.text('served');
    });
    app.get('/api/broken', () => {
      throw new Error('a defect');
    });
    app.get('/health', (c) => c.text('ok'));
    app.onError((_, c) => c.text('failed', 500));
    return { app, blocked, counted };
  };
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  test('requests run and wait up to the capacity, others get 503 immediately; health always responds (S24)', async () => {
    const { app, blocked, counted } = slowApp(2, 3);
    const calls = Array.from({ length: 8 }, () => Promise.resolve(app.request('/api/slow')));
    await turn();
    expect(blocked).toHaveLength(2);
    const shed = await Promise.all(calls.slice(5));
    expect(shed.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [503, '1'],
      [503, '1'],
      [503, '1'],
    ]);
    expect(counted.shed).toBe(3);
    expect(await shed[0]?.json()).toMatchObject({ code: CODE.systemBusy, msg: 'the system is busy' });
    expect((await app.request('/health')).status).toBe(200);
    for (let served = 0; served < 5; served += 1) {
      blocked.shift()?.();
      await turn();
    }
    expect((await Promise.all(calls.slice(0, 5))).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test('a failed request frees its slot (S24)', async () => {
    const { app, blocked } = slowApp(1, 0);
    for (let n = 0; n < 5; n += 1) expect((await app.request('/api/broken')).status).toBe(500);
    const last = Promise.resolve(app.request('/api/slow'));
    await turn();
    blocked.shift()?.();
    expect((await last).status).toBe(200);
  });
});

describeOn('health', () => {
  const server = sharedTestServer({ workers: false });

  test('checks at the same time share one query, and the next one sends its own (S24)', async () => {
    const execute = vi.spyOn(server.context.db, 'execute');
    const checkAll = (count: number) => Promise.all(Array.from({ length: count }, () => server.app.request('/health')));
    const statuses = (await checkAll(50)).map(({ status }) => status);
    expect([new Set(statuses), execute.mock.calls.length]).toEqual([new Set([200]), 1]);
    await checkAll(1);
    expect(execute).toHaveBeenCalledTimes(2);
    execute.mockRejectedValueOnce(new Error('no database'));
    expect((await checkAll(2)).map(({ status }) => status)).toEqual([503, 503]);
    expect((await checkAll(1)).map(({ status }) => status)).toEqual([200]);
    execute.mockRestore();
  });
});

describeOn('limits of a player', () => {
  const server = sharedTestServer({ workers: false, environment: { RATE_LIMITS: '1', TRUSTED_PROXIES: '1' } });

  const RECORD = { page: 1, size: 1, begin: 0, end: 0, status: -1 };

  test('polls of one order: five immediately, then one a second; 429 has the wait, and other orders and players are unaffected (S5)', async () => {
    const [ada, bob] = [await server.newPlayer(), await server.newPlayer()];
    const poll = (player: typeof ada, orderId: string) =>
      server.call(orderRecord, { ...RECORD, sdk_order_id: orderId }, player.headers);
    for (let n = 0; n < 5; n += 1) expect((await poll(ada, 'o-1')).status).toBe(200);
    const refused = await poll(ada, 'o-1');
    expect([refused.status, refused.headers.get('retry-after'), refused.body?.['code']]).toEqual([
      429,
      '1',
      CODE.systemBusy,
    ]);
    expect((await poll(ada, 'o-2')).status).toBe(200);
    expect((await poll(bob, 'o-1')).status).toBe(200);
    server.advance(1_100);
    expect((await poll(ada, 'o-1')).status).toBe(200);
  });

  test('a flood of invalid tokens is refused before the database, and players who are logged in behind its address are not (S5, F12)', async () => {
    const [ada, bob] = [await server.newPlayer(), await server.newPlayer()];
    const callFrom = (ip: string, headers: Record<string, string>) =>
      server.call(userWebRole, {}, { ...headers, 'x-forwarded-for': ip });
    expect((await callFrom('192.0.2.210', ada.headers)).status).toBe(200);
    const flood = await Promise.all(
      Array.from({ length: 1_050 }, () => callFrom('192.0.2.210', { token: randomBytes(32).toString('base64url') })),
    );
    const statuses = flood.map(({ status }) => status);
    expect(statuses.filter((status) => status === 203)).toHaveLength(999);
    expect(statuses.filter((status) => status === 429)).toHaveLength(51);
    expect((await callFrom('192.0.2.210', ada.headers)).status).toBe(200);
    const refused = await callFrom('192.0.2.210', bob.headers);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await callFrom('192.0.2.211', bob.headers)).status).toBe(200);
    expect((await callFrom('192.0.2.210', bob.headers)).status).toBe(200);
  });

  test('a new order number per poll does not avoid the player’s limit (F11)', async () => {
    const [ada, bob] = [await server.newPlayer(), await server.newPlayer()];
    const poll = async (player: typeof ada, n: number): Promise<number> =>
      (await server.call(orderRecord, { ...RECORD, sdk_order_id: `fresh-${n}` }, player.headers)).status;
    const statuses = await Promise.all(Array.from({ length: 100 }, (_, n) => poll(ada, n)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    expect(await poll(bob, 0)).toBe(200);
  });
});
