import fc from 'fast-check';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toFailure } from '../../machines/kernel/failure.ts';
import { redirectUrl } from '../../machines/order/order.purchase.ts';
import { DRAFT, EPOINT_RECHARGE_DRAFT, INTENT, MEMORY, ORDER, SERVERS } from '../../src/adapters/resume.record.ts';
import { createSafeStorage } from '../../src/platform/safe-storage.ts';
import { readStored } from '../../src/platform/versioned-storage.ts';
import {
  STORED_ACCOUNT,
  STORED_PAY_URL,
  STORED_SAMPLES,
  type StoredSample,
  type StoredShape,
} from '../support/api/stored-samples.ts';
import { ORDER_ROW, TOKEN, WIRE_SAMPLES } from '../support/api/wire-samples.ts';
import {
  createFakeProfile,
  createFakeStore,
  type createFakeTab,
  type FakeProfile,
} from '../support/browser/fake-browser.ts';
import {
  anIntent,
  CONFIRMED_AT,
  collectEvents,
  createCoreHarness,
  loggedIn,
  never,
  reasonOf,
  restored,
  stopClocks,
} from '../support/machines/core-harness.ts';
import { until } from '../support/machines/until.ts';

beforeEach(() => {
  stopClocks(CONFIRMED_AT + 5_000);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('boot', () => {
  test('configuration, home and clock (SESS-14, CALL-09, CALL-10, CALL-11)', async () => {
    const { portalPorts, api } = createCoreHarness();
    expect((await portalPorts.loadConfig({}, never)).gameInfo).toEqual({
      gameId: 'g1',
      name: 'Stormfall',
      cgi: 'https://cgi.example',
    });
    expect((await portalPorts.loadHome({}, never)).games.map(({ gameId }) => gameId)).toEqual(['g1']);
    const { offsetMs } = await portalPorts.syncClock({}, never);
    expect(Math.abs(offsetMs + 4_750)).toBeLessThan(500);
    expect(api.seen.map(({ path, headers }) => [path, headers['token']])).toEqual([
      ['/api/setting/init', ''],
      ['/api/setting/webHomeConf', ''],
      ['/api/setting/time', ''],
    ]);
  });

  test('the views read the synced clock (SESS-14)', async () => {
    const harness = createCoreHarness();
    harness.api.reply('/api/setting/time', { result: { ts: 0, ts_ms: CONFIRMED_AT + 86_400_000 } });
    await harness.portalPorts.syncClock({}, never);
    expect(Math.abs(harness.browserActions.serverNow() - (CONFIRMED_AT + 86_400_000))).toBeLessThan(1_500);
  });

  test('a login without a game uses the game of the configuration (SESS-15, SESS-06)', async () => {
    const harness = createCoreHarness();
    await harness.portalPorts.loadConfig({}, never);
    harness.api.reply('/api/user/login', { result: { token: TOKEN } });
    expect((await harness.login()).account.gameId).toBe('g1');
    await harness.rechargePorts.loadServers({}, never);
    expect(harness.api.to('/api/user/webRole')[0]?.headers).toMatchObject({ gameid: 'g1', userid: '' });
  });

  test('unpaid orders are loaded by their status (ORDR-08, CALL-18)', async () => {
    const harness = await loggedIn();
    harness.api.reply('/api/order/record', { result: [ORDER_ROW, { ...ORDER_ROW, sdk_order_id: 'O-2' }] });
    expect((await harness.signedInPorts.loadUnpaidOrders({}, never)).map(({ paymentId }) => paymentId)).toEqual([
      'O-1',
      'O-2',
    ]);
    expect(harness.api.to('/api/order/record').map(({ body }) => body)).toEqual([
      { page: 1, size: 100, begin: 0, end: expect.any(Number), sdk_order_id: '', status: 1 },
    ]);
  });
});

describe('environment', () => {
  test('layout and connectivity are reported immediately and after each change, until the listener stops (ROUTE-14, C17)', async () => {
    const harness = createCoreHarness();
    const { received, stop } = collectEvents(harness.portalPorts.environment, {});
    harness.tab.setMobile(true);
    harness.tab.setOnline(false);
    await until(() => expect(received).toContainEqual({ type: 'network.changed', online: false }));
    stop();
    harness.tab.setMobile(false);
    harness.tab.setOnline(true);
    expect(received).toEqual([
      { type: 'layout.changed', isMobile: false },
      { type: 'network.changed', online: true },
      { type: 'layout.changed', isMobile: true },
      { type: 'network.changed', online: false },
    ]);
  });

  test('203 and 20002 of any call are reported once (SESS-07, SESS-08, C27)', async () => {
    for (const [reply, type] of [
      [() => new Response('', { status: 203 }), 'http.unauthorized'],
      [{ code: 20002 }, 'http.kicked'],
    ] as const) {
      const harness = await loggedIn();
      const { received } = collectEvents(harness.portalPorts.environment, {});
      received.length = 0;
      harness.api.reply('/api/user/webRole', reply);
      harness.api.reply('/api/order/record', reply);
      await Promise.all([
        reasonOf(harness.rechargePorts.loadServers({}, never)),
        reasonOf(harness.rechargePorts.loadServers({}, never)),
        reasonOf(harness.paymentPorts.readOrder({ kind: 'order', orderId: 'O-1' }, never)),
      ]);
      expect(received).toEqual([{ type }]);
    }
  });

  test('a storage failure is reported once, even when it happened before the listener started (C56)', async () => {
    const profile = createFakeProfile();
    profile.local.mood = 'forbidden';
    const harness = createCoreHarness(profile);
    harness.tab.session.mood = 'forbidden';
    const { received } = collectEvents(harness.portalPorts.environment, {});
    await harness.enter();
    await harness.rechargePorts.saveDraft({ draft: null }, never);
    expect(received.filter(({ type }) => type === 'storage.failed')).toEqual([{ type: 'storage.failed' }]);
    expect(await harness.rechargePorts.loadCachedServers({}, never)).not.toBeNull();
  });

  type FakeTab = ReturnType<typeof createFakeTab>;
  const OTHER_TOKEN = 'other-token-0123456789abcdef';
  const WAYS = [
    {
      way: 'restored from the cache',
      leave: (tab: FakeTab) => tab.fire('pagehide'),
      back: (tab: FakeTab) => tab.restore(),
    },
    {
      way: 'visible again',
      leave: (tab: FakeTab) => tab.setVisible(false),
      back: (tab: FakeTab) => tab.setVisible(true),
    },
  ];

  test.each(WAYS)(
    '$way: a change of the session that the page did not receive is reported (SESS-09, SESS-10, C30)',
    async ({ leave, back }) => {
      const harness = createCoreHarness();
      const { received, stop } = collectEvents(harness.portalPorts.environment, {});
      await harness.login();
      received.length = 0;
      /** Returns the events after a change by another tab, which a page in the cache does not receive. */
      const during = (change: (local: FakeProfile['local']) => void) => {
        leave(harness.tab);
        change(harness.profile.local);
        back(harness.tab);
        back(harness.tab);
        return received.splice(0);
      };
      expect(during(() => {})).toEqual([]);
      expect(during((local) => local.removeItem('token'))).toEqual([{ type: 'tab.logout' }]);
      expect(during((local) => local.setItem('token', OTHER_TOKEN))).toEqual([{ type: 'tab.login' }]);
      expect(
        during((local) => {
          local.removeItem('token');
          local.setItem('portal:expiry-notice', '1');
        }),
      ).toEqual([{ type: 'http.unauthorized' }]);
      expect(during((local) => local.removeItem('portal:expiry-notice'))).toEqual([{ type: 'tab.confirm' }]);
      stop();
      expect(during((local) => local.setItem('token', OTHER_TOKEN))).toEqual([]);
    },
  );

  test('after a jump of the device clock the next wake-up syncs the clock (C14, C15)', async () => {
    const harness = createCoreHarness();
    collectEvents(harness.portalPorts.environment, {});
    await harness.portalPorts.syncClock({}, never);
    harness.tab.fire('focus');
    expect(harness.api.to('/api/setting/time').length).toBe(1);
    vi.setSystemTime(CONFIRMED_AT + 86_400_000);
    harness.tab.fire('focus');
    await until(() => expect(harness.api.to('/api/setting/time').length).toBe(2));
  });
});

describe('storage', () => {
  const PLAIN_KEYS = ['customer_service', 'portal:expiry-notice', 'client-id', 'theme'];

  /** A value like `sample`, in which any part may be replaced by a different value. */
  const damaged = (sample: unknown): fc.Arbitrary<unknown> => {
    const parts = typeof sample === 'object' && sample !== null ? Object.entries(sample) : null;
    const fields = parts && fc.record(Object.fromEntries(parts.map(([name, part]) => [name, damaged(part)])));
    const same = fields ? (Array.isArray(sample) ? fields.map(Object.values) : fields) : fc.constant(sample);
    return fc.oneof({ weight: 30, arbitrary: same }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) });
  };

  const hostileText = fc.oneof(fc.string(), fc.json({ maxDepth: 3 }));

  const hostile = ({ shape, data }: StoredSample): fc.Arbitrary<string> =>
    fc.oneof(
      hostileText,
      fc
        .constantFrom(shape.version, shape.version + 1)
        .chain((version) =>
          fc
            .oneof(fc.jsonValue({ maxDepth: 3 }), damaged(data))
            .map((value) => JSON.stringify({ v: version, data: value })),
        ),
    );

  test('each shape has a valid sample (C57)', () => {
    for (const { name, shape, data } of STORED_SAMPLES) {
      const store = createSafeStorage([() => createFakeStore({ [name]: JSON.stringify({ v: shape.version, data }) })]);
      expect(readStored(store, name, shape), name).not.toBeNull();
    }
  });

  test('500 hostile values in every key: nothing throws, and no invalid value is returned (C57)', async () => {
    const texts = fc.record(
      Object.fromEntries([
        ...STORED_SAMPLES.map((sample) => [sample.name, hostile(sample)]),
        ...PLAIN_KEYS.map((name) => [name, hostileText]),
        // The identity belongs to this token.
        ['token', fc.oneof(hostileText, fc.constant(TOKEN))],
      ]),
    );
    /** The result; null after a rejection with a `Failure` that is not a defect. */
    const settled = async <Result>(promise: Promise<Result>): Promise<Result | null> => {
      try {
        return await promise;
      } catch (error) {
        expect(error).toEqual(toFailure(error));
        expect(error).not.toMatchObject({ reason: 'unknownError' });
        return null;
      }
    };
    const expectValid = (shape: StoredShape, value: unknown): void => {
      if (value !== null) expect(v.is(shape.schema, value), JSON.stringify(value)).toBe(true);
    };
    await fc.assert(
      fc.asyncProperty(texts, async (stored) => {
        const harness = createCoreHarness(createFakeProfile(stored));
        const { theme, serviceLink } = harness.browserActions;
        expect(theme.current()).toBeOneOf(['dark', 'light', 'system']);
        expect(new URL(serviceLink() ?? '/', 'https://portal.example').protocol).toMatch(/^https?:$/);
        const { epointRecharge, tickets, ...resumed } = await harness.signedInPorts.loadResumeState(
          { account: STORED_ACCOUNT },
          never,
        );
        expectValid(DRAFT, resumed.draft);
        expectValid(MEMORY, resumed.memory);
        expectValid(INTENT, resumed.intent);
        expectValid(EPOINT_RECHARGE_DRAFT, epointRecharge.draft);
        expectValid(INTENT, epointRecharge.intent);
        for (const { ticket: found, deferred } of tickets) {
          expectValid(ORDER, { key: null, deferred, ticket: found });
          expect(redirectUrl(found) ?? STORED_PAY_URL).toBe(STORED_PAY_URL);
        }
        const grant = await settled(restored(harness));
        expect(grant === null || grant.account.userId === STORED_ACCOUNT.userId).toBe(true);
        expectValid(SERVERS, await harness.rechargePorts.loadCachedServers({}, never));
        await settled(harness.rechargePorts.lookUpOrder({ intent: anIntent() }, never));
        for (const { headers } of harness.api.seen) expect(headers['client-id']).toMatch(/^[\w-]{8,64}$/);
      }),
      { numRuns: 500 },
    );
  });

  test('planted secrets appear in no log, URL, other body or other storage key (C63)', async () => {
    const harness = createCoreHarness();
    const token = 'canary-token-4711-0123456789';
    const grant = { code: 0, result: { token, user_id: 'u-1001', game_account_id: 'ga-7', game_id: 'g1' } };
    harness.api.reply('/api/user/login', grant);
    harness.api.reply('/api/user/uinfo', grant);
    await harness.sessionPorts.login(
      { method: 'account', account: 'demo', passwordRef: harness.browserActions.storeSecret('canary-Pass-4711') },
      never,
    );
    await harness.rechargePorts.loadServers({}, never);
    await harness.rechargePorts.saveIntent({ intent: anIntent() }, never);
    await harness.rechargePorts.createOrder({ intent: anIntent() }, never);
    const windowRef = harness.browserActions.openPaymentWindow();
    await harness.paymentPorts.methods.redirect.openWindow(
      { windowRef, payUrl: 'https://pay.example/c/1', orderId: 'O-1' },
      never,
    );
    const failures: unknown[] = [];
    for (const { endpoint } of WIRE_SAMPLES)
      harness.api.reply(endpoint.path, () => new Response('<html>', { status: 200 }));
    failures.push(
      await reasonOf(harness.rechargePorts.loadServers({}, never)),
      await reasonOf(harness.sessionPorts.restore({}, never)),
    );

    const { token: own, ...others } = harness.stored();
    expect(own).toBe(token);
    const traces = JSON.stringify([
      others,
      harness.tab.session.dump(),
      harness.log,
      failures,
      harness.api.seen.map(({ path, body }) => [path, body]),
      harness.tab.opened.map(({ visited, target }) => [visited, target]),
      harness.tab.clipboard,
    ]);
    expect(traces).not.toContain('canary-');
    expect(harness.log.length).toBeGreaterThan(0);
  });
});
