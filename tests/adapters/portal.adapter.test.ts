import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { EMPTY_RESUME_STATE } from '../../machines/signed-in/resume.machine.ts';
import { ORDER_ROW, TOKEN, WIRE_SAMPLES } from '../support/api/fake-api.ts';
import { createFakeProfile, type createFakeTab, type FakeProfile } from '../support/browser/fake-browser.ts';
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

beforeEach(() => void stopClocks(CONFIRMED_AT + 5_000));

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

  test.each(WAYS)('$way: a missed session change is reported (SESS-09, SESS-10, C30)', async ({ leave, back }) => {
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
  });

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
  const SCOPED_KEYS = ['draft', 'epointRecharge', 'memory', 'roles', 'intent:k', 'order:O-1', 'ended:O-2'];
  const PLAIN_KEYS = ['token', 'portal:identity', 'customer_service', 'portal:expiry-notice', 'client-id', 'theme'];
  const KEYS = [...SCOPED_KEYS.map((key) => `portal:g1:u-1001:${key}`), ...PLAIN_KEYS];

  test('500 hostile values in every key: nothing throws, and none is used (C57)', async () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.json({ maxDepth: 3 }),
      fc.jsonValue({ maxDepth: 3 }).map((data) => JSON.stringify({ v: 1, data })),
    );
    const texts = fc.record(Object.fromEntries(KEYS.map((key) => [key, hostile])));
    const account = { userId: 'u-1001', gameAccountId: 'ga-7', gameId: 'g1', displayName: 'Ryn' };
    await fc.assert(
      fc.asyncProperty(texts, async (stored) => {
        const harness = createCoreHarness(createFakeProfile(stored));
        const { theme, serviceLink } = harness.browserActions;
        expect(theme.current()).toBeOneOf(['dark', 'light', 'system']);
        expect(new URL(serviceLink() ?? '/', 'https://portal.example').protocol).toMatch(/^https?:$/);
        expect(await harness.signedInPorts.loadResumeState({ account }, never)).toEqual(EMPTY_RESUME_STATE);
        const restoring = await reasonOf(restored(harness));
        expect(restoring).not.toMatchObject({ reason: 'unknownError' });
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
