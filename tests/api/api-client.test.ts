import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type ApiLogLine, createApiClient, readRetryAfter } from '../../src/api/api-client.ts';
import type { Credentials } from '../../src/api/credentials.ts';
import { orderWebProduct } from '../../src/contract/order.contract.ts';
import { settingInit } from '../../src/contract/setting.contract.ts';
import { userLogin, userWebRole } from '../../src/contract/user.contract.ts';
import {
  createFakeApi,
  ITEMS,
  REFERENCE_CODES,
  sampleOf,
  stall,
  TOKEN,
  unreachable,
  WIRE_SAMPLES,
} from '../support/api/fake-api.ts';

const ALICE: Credentials = {
  epoch: 1,
  token: TOKEN,
  accountId: 'ga-7',
  gameId: 'g1',
  userId: 'u-1001',
  clientId: 'client-0001',
};

const harness = (who: Credentials = ALICE, api = createFakeApi()) => {
  const log: ApiLogLine[] = [];
  const reported: string[] = [];
  const state = { who, online: true };
  const client = createApiClient({
    baseUrl: 'https://api.example',
    version: '1.2.3',
    credentials: () => state.who,
    onUnauthorized: () => reported.push('unauthorized'),
    onKicked: () => reported.push('kicked'),
    fetch: api.fetch,
    codes: REFERENCE_CODES,
    isOnline: () => state.online,
    now: () => Date.parse('2025-10-09T08:53:20Z'),
    log: (line) => log.push(line),
  });
  return { api, client, log, reported, state };
};

const failure = (reason: string, more: object = {}) => ({
  reason,
  status: 200,
  code: -1,
  msg: null,
  retryAfterMs: null,
  ...more,
});

const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'resolved',
    (error: unknown) => error,
  );

beforeEach(() => void vi.useFakeTimers());

describe('requests', () => {
  test.each(WIRE_SAMPLES)(
    '$endpoint.id $endpoint.path: method, JSON and the seven headers (SESS-15)',
    async ({ endpoint, request }) => {
      const { api, client } = harness();
      await client.call(endpoint, request);
      expect(api.seen).toEqual([
        {
          path: endpoint.path,
          method: endpoint.method,
          body: endpoint.method === 'GET' ? null : request,
          headers: {
            accept: 'application/json',
            'content-type': 'application/json',
            version: '1.2.3',
            hversion: '1',
            accountid: 'ga-7',
            gameid: 'g1',
            userid: 'u-1001',
            'client-id': 'client-0001',
            token: TOKEN,
          },
        },
      ]);
    },
  );

  test('a request follows no redirect, sends no cookie and reads no cache (SESS-15)', async () => {
    const api = createFakeApi();
    const fetch = vi.spyOn(api, 'fetch');
    const { client } = harness(ALICE, api);
    await client.call(settingInit, {});
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ redirect: 'error', credentials: 'omit', cache: 'no-store' });
  });

  test.each([
    ['ga 7~', 'ga 7~'],
    ['月 7', '%E6%9C%88%207'],
  ])('the id %j is %j in a header (SESS-15)', async (accountId, accountid) => {
    const { api, client } = harness({ ...ALICE, accountId });
    await client.call(settingInit, {});
    expect(api.seen[0]?.headers).toMatchObject({ accountid });
  });

  test('headers of one request always belong to one session, however often it changes (C12, SESS-15)', async () => {
    const accounts = ['a', 'b', 'c'].map((name, at) => ({
      epoch: at,
      token: `${name}-token-0123456789`,
      accountId: `${name}-account`,
      gameId: `${name}-game`,
      userId: `${name}-user`,
      clientId: 'client-0001',
    }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...accounts), { minLength: 2, maxLength: 8 }), async (sequence) => {
        const { api, client, state } = harness();
        const calls = sequence.map((who) => {
          state.who = who;
          return client.call(userWebRole, {}).catch(() => {});
        });
        await Promise.all(calls);
        const owners = api.seen.map(({ headers }) =>
          [headers['token'], headers['accountid'], headers['gameid'], headers['userid']]
            .map((text) => text?.[0])
            .join(''),
        );
        expect(owners).toEqual(sequence.map(({ userId }) => userId.slice(0, 1).repeat(4)));
      }),
      { numRuns: 100 },
    );
  });
});

describe('transport failures', () => {
  test('offline before and after is reported as offline; a lost connection in between is not (ERRS-03, C17)', async () => {
    const { api, client, state } = harness();
    api.reply('/api/setting/init', unreachable);
    state.online = false;
    expect(await reasonOf(client.call(settingInit, {}))).toEqual(failure('offline', { status: 500 }));
    state.online = true;
    const lost = client.call(settingInit, {});
    state.online = false;
    expect(await reasonOf(lost)).toEqual(failure('requestError', { status: 500 }));
  });

  test('missing headers time out after exactly 60 s (C18, SESS-15)', async () => {
    const { api, client } = harness();
    api.reply('/api/order/webCreate', stall);
    const startedAt = Date.now();
    const outcome = reasonOf(client.call(sampleOf('/api/order/webCreate').endpoint, {})).then((value) => ({
      value,
      afterMs: Date.now() - startedAt,
    }));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(await outcome).toEqual({ value: failure('timedOut', { status: 500 }), afterMs: 60_000 });
  });

  test.each(['before', 'during'])('a caller that aborts %s a request ends it (C18)', async (when) => {
    const { api, client } = harness();
    api.reply('/api/setting/init', stall);
    const caller = new AbortController();
    if (when === 'before') caller.abort();
    const outcome = reasonOf(client.call(settingInit, {}, { signal: caller.signal }));
    caller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect([vi.getTimerCount(), getEventListeners(caller.signal, 'abort')]).toEqual([0, []]);
    expect(await outcome).toEqual(failure('requestError', { status: 500 }));
  });

  test('Retry-After in seconds, as a date, absent, absurd (C20)', () => {
    const now = Date.parse('2025-10-09T08:53:20Z');
    const table: readonly (readonly [string | null, number | null])[] = [
      [null, null],
      ['5', 5_000],
      [' 5 ', 5_000],
      ['2.25', 2_250],
      ['999999', 600_000],
      ['99999999999999999999', 600_000],
      ['-5', null],
      ['1e3', null],
      ['2026', 600_000],
      ['', null],
      ['Thu, 09 Oct 2025 08:53:50 GMT', 30_000],
      ['Thu Oct  9 08:53:50 2025', 30_000],
      ['Thu, 09 Oct 2025 10:53:50 +0200', 30_000],
      ['2025-10-09T08:53:50Z', 30_000],
      ['at Thu, 09 Oct 2025 08:53:50 GMT', null],
      ['Thu, 09 Oct 2025 08:00:00 GMT', 0],
      ['Fri, 31 Dec 9999 23:59:59 GMT', 600_000],
    ];
    for (const [text, ms] of table) expect([text, readRetryAfter(text, null, now)]).toEqual([text, ms]);
  });

  test.each<readonly [string, Readonly<Record<string, string>>, number]>([
    ['an hour slow', { date: 'Thu, 09 Oct 2025 09:53:20 GMT', 'retry-after': 'Thu, 09 Oct 2025 09:53:50 GMT' }, 30_000],
    ['an hour fast', { date: 'Thu, 09 Oct 2025 07:53:20 GMT', 'retry-after': 'Thu, 09 Oct 2025 07:53:50 GMT' }, 30_000],
    ['years fast', { date: 'Sat, 01 Jan 2000 00:00:00 GMT', 'retry-after': 'Sat, 01 Jan 2000 00:01:00 GMT' }, 60_000],
    ['right, without Date', { 'retry-after': 'Thu, 09 Oct 2025 08:53:50 GMT' }, 30_000],
    ['right, with a broken Date', { date: 'today', 'retry-after': 'Thu, 09 Oct 2025 08:53:50 GMT' }, 30_000],
    ['wrong, in seconds', { date: 'Thu, 09 Oct 2025 09:53:20 GMT', 'retry-after': '7' }, 7_000],
    [
      'right, a day later',
      { date: 'Thu, 09 Oct 2025 08:53:20 GMT', 'retry-after': 'Fri, 10 Oct 2025 08:53:20 GMT' },
      600_000,
    ],
  ])('a Retry-After counts from the server: the clock is %s (C20)', async (_, headers, ms) => {
    const { api, client } = harness();
    api.reply('/api/setting/init', () => new Response('', { status: 503, headers }));
    expect(await reasonOf(client.call(settingInit, {}))).toMatchObject({ status: 503, retryAfterMs: ms });
  });
});

test.each(['text/html', 'text/plain;charset=UTF-8'])('a body of type %s is read as JSON (READ-01)', async (type) => {
  const { api, client } = harness();
  const body = JSON.stringify({ code: 0, result: sampleOf('/api/setting/init').result });
  api.reply('/api/setting/init', () => new Response(body, { headers: { 'content-type': type } }));
  expect(await client.call(settingInit, {})).toMatchObject({ gameInfo: { name: 'Stormfall' } });
});

describe('the end of a session', () => {
  const gone = () => new Response('', { status: 203 });

  test('responses of an earlier session are ignored in any order (C27)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ answer: fc.constantFrom('good', '203', '20002'), late: fc.boolean() }), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.scheduler(),
        async (plan, scheduler) => {
          const { api, client, reported, state } = harness();
          const replies = { good: { code: 0, result: [] }, '203': null, '20002': { code: 20002 } };
          const outcomes = plan.map(({ answer, late }) => {
            if (late) state.who = { ...state.who, epoch: state.who.epoch + 1, token: `${TOKEN}${state.who.epoch}` };
            const session = state.who;
            api.reply('/api/user/webRole', () => scheduler.schedule(Promise.resolve(replies[answer] ?? gone())));
            return reasonOf(client.call(userWebRole, {})).then((outcome) => ({ outcome, session, answer }));
          });
          await scheduler.waitAll();
          const current = state.who;
          const settled = await Promise.all(outcomes);
          for (const { outcome, session, answer } of settled) {
            const status = answer === '203' ? 203 : 200;
            if (session.epoch !== current.epoch) expect(outcome).toMatchObject({ reason: 'tokenFailure', status });
            else if (answer === 'good') expect(outcome).toBe('resolved');
          }
          const ends = settled.filter(({ session, answer }) => session.epoch === current.epoch && answer !== 'good');
          expect(reported.length).toBe(Math.min(ends.length, 1));
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each([
    [TOKEN, 'tokenFailure', ['unauthorized']],
    ['', 'userAuthenticationFailed', []],
  ])('HTTP 401 to a call that needs no session, with the token "%s", is %s (READ-04)', async (token, reason, ends) => {
    const { api, client, reported } = harness({ ...ALICE, token });
    api.reply('/api/setting/init', () => new Response('', { status: 401 }));
    expect(await reasonOf(client.call(settingInit, {}))).toMatchObject({ reason });
    expect(reported).toEqual(ends);
  });

  test('a 203 to a replaced token has no effect (C12)', async () => {
    const { api, client, reported, state } = harness();
    api.reply('/api/user/webRole', gone);
    const late = reasonOf(client.call(userWebRole, {}));
    state.who = { ...ALICE, token: 'renewed-token-01234567' };
    expect(await late).toMatchObject({ reason: 'tokenFailure' });
    expect(reported).toEqual([]);
  });
});

describe('failures and logs', () => {
  test('bad rows are dropped and counted, good ones stay (C22, ERRS-07)', async () => {
    const { api, client, log } = harness();
    api.reply('/api/order/webProduct', {
      result: [...ITEMS, { name: 'no id', price: 1 }, null, 'x', { ...ITEMS[0], price: 'NaN' }],
    });
    const { rows } = await client.call(orderWebProduct, { role_id: 'r1', server_id: 's1' });
    expect(rows.map(({ cp_goods_id }) => cp_goods_id)).toEqual(['gem-60', 'gem-300']);
    const line = { event: 'unreadable', call: 'CALL-15', path: '/api/order/webProduct', effect: 'entry unread' };
    expect(log).toEqual([
      { ...line, field: 'result.2.cp_goods_id', wanted: '"cp_goods_id"', got: 'nothing' },
      { ...line, field: 'result.3', wanted: 'Object', got: 'null' },
      { ...line, field: 'result.4', wanted: 'Object', got: 'the text "a"' },
      { ...line, field: 'result.5.price', wanted: 'an amount in US dollars', got: 'the text "aaa"' },
    ]);
  });

  test('one cause is one line, however many rows and responses have it (READ-06)', async () => {
    const { api, client, log } = harness();
    const late = { ...ITEMS[0], price: '4.999' };
    api.reply('/api/order/webProduct', { result: [ITEMS[1], ...Array.from({ length: 12 }, () => late)] });
    const load = () => client.call(orderWebProduct, { role_id: 'r1', server_id: 's1' });
    await load();
    await load();
    expect(log).toMatchObject([{ field: 'result.1.price', got: 'the text "9.999"' }]);
    api.reply('/api/order/webProduct', { result: [{ ...late, price: [] }, ITEMS[1]] });
    await load();
    expect(log).toHaveLength(2);
  });

  test('no secret is in a failure or in the log (C63, ERRS-07)', async () => {
    const { api, client, log } = harness();
    const secret = 'canary-secret-4711-4711';
    const request = { channel_code: 'account', account: 'demo', passwd: secret, encrypt: 1 } as const;
    const replies = [
      unreachable,
      () => new Response(secret, { status: 500 }),
      () => new Response(`<html>${secret}</html>`),
      { code: 0, result: { token: { secret } } },
      { code: 0, result: { token: `${secret}\n`, customer_service: secret } },
    ];
    const failures: unknown[] = [];
    for (const reply of replies) {
      api.reply('/api/user/login', reply);
      failures.push(await reasonOf(client.call(userLogin, request)));
    }
    const reported = JSON.stringify([failures, log]);
    expect(failures.every((outcome) => outcome !== 'resolved')).toBe(true);
    expect(reported).not.toContain(secret);
    expect(reported).not.toContain(TOKEN);
  });
});
