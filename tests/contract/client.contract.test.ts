import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { redirectUrl } from '../../machines/order/order.purchase.ts';
import type { Intent } from '../../machines/recharge/recharge.types.ts';
import { orders } from '../../server/db/schema.ts';
import { openConnectedPortal } from '../support/api/connected-portal.ts';
import { createFakeProfile } from '../support/browser/fake-browser.ts';
import { anIntent, collectEvents, never, reasonOf, resumeStateIn } from '../support/machines/core-harness.ts';
import { startTestServer, type TestServer } from '../support/server/test-server.ts';

const CREATE = '/api/order/webCreate';
const RECORD = '/api/order/record';
const DAY_MS = 86_400_000;

let server: TestServer;

beforeAll(async () => {
  // A day ahead of this machine: code that uses the device clock is off by that much.
  server = await startTestServer({ startsAt: new Date(Date.now() + DAY_MS) });
});
afterAll(() => server.stop());

const openPortal = (profile = createFakeProfile()) => {
  const portal = openConnectedPortal(server.url, profile);
  const clientId = profile.local.dump()['client-id'] ?? '';
  return {
    ...portal,
    to: (path: string) => portal.sent.filter((request) => request.path === path),
    spoil: async (path: string, fault: object, times = 1) => {
      expect((await server.post('/sandbox/faults', { clientId, path, fault, times })).status).toBe(200);
    },
  };
};

/** Logged in with a new account, on the first server, with everything an order needs. */
const atConfirmation = async () => {
  const player = await server.newPlayer();
  const portal = openPortal();
  await portal.bootPorts.loadConfig({}, never);
  const grant = await portal.login(player.account, player.password);
  await portal.portalPorts.syncClock({}, never);
  const { rows: servers } = await portal.rechargePorts.loadServers({}, never);
  const home = servers.find(({ roles, status }) => roles.length > 0 && status === 0);
  const role = home?.roles[0];
  if (!home || !role) throw new Error('the account has no role');
  const recipient = { serverId: home.serverId, serverName: home.serverName, ...role };
  const { rows: items } = await portal.rechargePorts.loadItems(recipient, never);
  const item = items[0];
  if (!item) throw new Error('nothing to buy');
  const { rows: channels } = await portal.rechargePorts.loadChannels({ ...recipient, itemId: item.itemId }, never);
  const channel = channels.find(({ isOpen }) => isOpen);
  if (!channel) throw new Error('no way to pay');
  const intent = (change: Partial<Intent> = {}): Intent =>
    anIntent({
      key: portal.browserActions.newKey(),
      confirmedAt: portal.browserActions.serverNow(),
      choices: { recipient, item, channel },
      ...change,
    });
  /** As the machine does it: the intent is stored before its first request. */
  const createOrder: typeof portal.rechargePorts.createOrder = async (input, signal) => {
    await portal.rechargePorts.saveIntent(input, signal);
    return portal.rechargePorts.createOrder(input, signal);
  };
  const rechargePorts = { ...portal.rechargePorts, createOrder };
  return { ...portal, rechargePorts, player, grant, servers, recipient, items, item, channels, channel, intent };
};

describe('before a login', () => {
  test('the clock is within 1.5 s of the server, although the device is a day off (CALL-09, SESS-14, C13)', async () => {
    // The clock of the test server does not run, so the device's must not run either.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const { portalPorts, browserActions } = openPortal();
    const { offsetMs } = await portalPorts.syncClock({}, never);
    const away = server.context.clock.now().getTime() - Date.now();
    expect(away).toBeGreaterThan(DAY_MS / 2);
    expect(Math.abs(offsetMs - away)).toBeLessThan(1_500);
    expect(Math.abs(browserActions.serverNow() - server.context.clock.now().getTime())).toBeLessThan(1_500);
  });
});

describe('the session', () => {
  test('login with the encrypted password; token and link are stored (CALL-02, SESS-01, SESS-02)', async () => {
    const player = await server.newPlayer();
    const { login, profile } = openPortal();
    expect(await login(player.account, player.password)).toEqual({
      account: {
        userId: player.userId,
        gameAccountId: player.gameAccountId,
        gameId: expect.stringMatching(/./),
        displayName: expect.stringMatching(/./),
      },
      customerService: expect.stringMatching(/^https?:/),
    });
    expect(profile.local.dump()).toMatchObject({
      token: expect.stringMatching(/^\S{32,}$/),
      customer_service: expect.stringMatching(/^https?:/),
    });
    expect(server.logLines().join('')).not.toContain(player.password);
  });

  test('restored from the stored token, with the account’s headers (CALL-01, SESS-06, SESS-15)', async () => {
    const { profile, grant, player } = await atConfirmation();
    const again = openPortal(profile);
    expect(await again.sessionPorts.restore({}, never)).toEqual(grant);
    await again.rechargePorts.loadServers({}, never);
    expect(Object.fromEntries(again.sent.at(-1)?.headers ?? [])).toMatchObject({
      userid: player.userId,
      accountid: player.gameAccountId,
      gameid: grant.account.gameId,
      token: profile.local.dump()['token'],
    });
  });

  test('logout revokes: a request with the old token gets 203 (SESS-02, SESS-07, ERRS-01)', async () => {
    const { profile, sessionPorts } = await atConfirmation();
    const token = profile.local.dump()['token'] ?? '';
    await sessionPorts.deleteSession({ why: 'logout' }, never);
    const thief = openPortal(createFakeProfile({ token }));
    expect(await reasonOf(thief.sessionPorts.restore({}, never))).toMatchObject({
      reason: 'tokenFailure',
      status: 203,
    });
    expect(thief.profile.local.dump()['token']).toBeUndefined();
  });

  test.each([
    ['expired', { reason: 'tokenFailure', status: 203 }, 'http.unauthorized'],
    ['kicked', { reason: 'signedOutByServer', code: 20002 }, 'http.kicked'],
  ] as const)(
    'a session that ended as %s is reported once, by calls of any kind (SESS-07, SESS-08, C25, C26)',
    async (why, refusal, type) => {
      const portal = await atConfirmation();
      const { received } = collectEvents(portal.portalPorts.environment, {});
      received.length = 0;
      await server.post('/sandbox/sessions/end', { userId: portal.player.userId, why });
      expect(await reasonOf(portal.paymentPorts.readOrder({ kind: 'order', orderId: 'O' }, never))).toMatchObject(
        refusal,
      );
      expect(await reasonOf(portal.rechargePorts.loadCoinBalance({}, never))).toMatchObject(refusal);
      expect(received).toEqual([{ type }]);
    },
  );
});

describe('the order', () => {
  test('the created order matches its record (CALL-17, CALL-18, RCHG-09, ORDR-07, RCHG-14)', async () => {
    const portal = await atConfirmation();
    const intent = portal.intent();
    const ticket = await portal.rechargePorts.createOrder({ intent }, never);
    expect(Math.abs(ticket.createdAt - server.context.clock.now().getTime())).toBeLessThan(5_000);
    expect(redirectUrl(ticket)).toMatch(new RegExp(`^${server.url}/`));
    const { record, observedAt } = await portal.paymentPorts.readOrder(
      { kind: 'order', orderId: ticket.orderId },
      never,
    );
    expect(record).toMatchObject({
      paymentId: ticket.orderId,
      status: 'pending',
      orderStatus: 1,
      paidAmount: portal.item.price,
      recipient: portal.recipient,
      itemId: portal.item.itemId,
      channelCode: portal.channel.fieldKey,
      paymentMethod: portal.channel.title,
      uid: portal.player.gameAccountId,
      payment: ticket.payment,
    });
    expect(Math.floor(ticket.createdAt / 1_000)).toBe(record.paymentCreateTime / 1_000);
    expect(Math.abs(observedAt - server.context.clock.now().getTime())).toBeLessThan(2_500);
    expect(await portal.signedInPorts.loadUnpaidOrders({}, never)).toMatchObject([{ paymentId: ticket.orderId }]);
  });

  test('a lost response is an unknown outcome; the lookup and the same key lead to the one order (RCHG-20, C18, C21)', async () => {
    const portal = await atConfirmation();
    const intent = portal.intent();
    await portal.rechargePorts.saveIntent({ intent }, never);
    await portal.spoil(CREATE, { kind: 'cut', at: 20 });
    expect(await reasonOf(portal.rechargePorts.createOrder({ intent }, never))).toMatchObject({
      reason: 'requestError',
    });

    const reloaded = openPortal(portal.profile);
    await reloaded.portalPorts.syncClock({}, never);
    expect((await resumeStateIn(reloaded)).intent).toEqual(intent);
    const found = await reloaded.rechargePorts.lookUpOrder({ intent }, never);
    const repeated = await reloaded.rechargePorts.createOrder({ intent }, never);
    expect(found).toMatchObject({ orderId: repeated.orderId, payment: repeated.payment });
    expect((await reloaded.signedInPorts.loadUnpaidOrders({}, never)).length).toBe(1);
  });

  test('an order that waits for its payment page is not found, and the same key gets the page (S25, RCHG-20, RCHG-10)', async () => {
    const portal = await atConfirmation();
    const intent = portal.intent();
    await portal.spoil(CREATE, { kind: 'cut', at: 20 });
    await portal.rechargePorts.saveIntent({ intent }, never);
    await reasonOf(portal.rechargePorts.createOrder({ intent }, never));
    const [waiting] = await portal.signedInPorts.loadUnpaidOrders({}, never);
    const orderId = waiting?.paymentId ?? '';
    await server.context.db.update(orders).set({ payment: null, providerRef: null }).where(eq(orders.orderId, orderId));
    expect(await portal.rechargePorts.lookUpOrder({ intent }, never)).toBeNull();
    const ticket = await portal.rechargePorts.createOrder({ intent }, never);
    expect([ticket.orderId, redirectUrl(ticket)]).toEqual([orderId, expect.stringMatching(/^http/)]);
    expect(await portal.signedInPorts.loadUnpaidOrders({}, never)).toHaveLength(1);
  });

  test('an unknown order number and one of another player are wrong numbers (CALL-18, ORDR-07, C34)', async () => {
    const mine = await atConfirmation();
    const theirs = await atConfirmation();
    const { orderId } = await theirs.rechargePorts.createOrder({ intent: theirs.intent() }, never);
    for (const number of ['no-such-order', orderId])
      expect(await reasonOf(mine.orderDetailPorts.loadOrder({ orderId: number }, never))).toMatchObject({
        reason: 'orderNumberWrong',
      });
  });
});

describe('faulty responses', () => {
  let portal: Awaited<ReturnType<typeof atConfirmation>>;
  beforeAll(async () => {
    portal = await atConfirmation();
  });

  test.each([
    [
      { kind: 'status', status: 429, retryAfter: 3 },
      { reason: 'systemBusy', status: 429, retryAfterMs: 3_000 },
    ],
    [{ kind: 'forbidden' }, { reason: 'forbidden', status: 403 }],
    [{ kind: 'token-invalid' }, { reason: 'tokenFailure', status: 203 }],
    [
      { kind: 'code', code: 10002, msg: 'later' },
      { reason: 'systemBusy', code: 10002, msg: 'later' },
    ],
    [{ kind: 'wrong-schema' }, { reason: 'protocolError', status: 200 }],
    [{ kind: 'html' }, { reason: 'protocolError', status: 200 }],
  ])('%j reads %j (ERRS-01, ERRS-02, ERRS-03, ERRS-07, C20, C21, C22)', async (fault, expected) => {
    await portal.spoil('/api/operate/coinBalance', fault);
    expect(await reasonOf(portal.rechargePorts.loadCoinBalance({}, never))).toMatchObject(expected);
  });

  test('a server that stalls in the body causes a timeout (ERRS-03, C18, C19)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await portal.spoil(RECORD, { kind: 'stall', at: 'body' });
    const read = reasonOf(portal.paymentPorts.readOrder({ kind: 'order', orderId: 'O' }, never));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await read).toMatchObject({ reason: 'timedOut', status: 500, code: -1 });
  });
});

/** What left the browser: bodies and paths. */
const textOf = (sent: ReturnType<typeof openPortal>['sent']): string =>
  sent.map(({ path, body }) => `${path} ${body}`).join('\n');

describe('a login by phone', () => {
  test('number and code travel encrypted, and the code logs the player in (CALL-04, CALL-02, SESS-03)', async () => {
    const player = await server.newPlayer();
    const { recoveryPorts, sessionPorts, browserActions, sent, profile } = openPortal();
    const { resendAt, refusal } = await recoveryPorts.sendCode(
      { channel: 'phone', purpose: 'login', target: player.phone },
      never,
    );
    expect(refusal).toBe(null);
    expect(Math.abs(resendAt - browserActions.serverNow() - 60_000)).toBeLessThan(2_000);
    const code = await server.newestCode(player.phone);
    const passwordRef = browserActions.storeSecret(code);
    const grant = await sessionPorts.login({ method: 'phone', account: player.phone, passwordRef }, never);
    expect(grant.account).toMatchObject({ userId: player.userId, displayName: 'Aldric' });
    expect(textOf(sent.slice(0, 1))).not.toContain(player.phone);
    expect(textOf(sent)).not.toContain(`"${code}"`);
    expect(profile.local.dump()['token']).toMatch(/^\S{32,}$/);
  });
});

describe('a new password', () => {
  test.each([
    ['CALL-03 CALL-05 SESS-04 SESS-05', 'email'],
    ['CALL-04 CALL-06 SESS-05', 'phone'],
  ] as const)('%s · by %s: code, reset, and login with the new password; no secret is in plain text', async (_, by) => {
    const player = await server.newPlayer();
    const { recoveryPorts, sessionPorts, browserActions, sent } = openPortal();
    const target = by === 'email' ? player.email : player.phone;
    await recoveryPorts.sendCode({ channel: by, purpose: 'reset', target }, never);
    const code = await server.newestCode(target);
    const resetInput = () => ({
      by,
      target,
      codeRef: browserActions.storeSecret(code),
      passwordRef: browserActions.storeSecret('Fresh-9876'),
    });
    await recoveryPorts.resetPassword(resetInput(), never);
    expect(await reasonOf(recoveryPorts.resetPassword(resetInput(), never))).toMatchObject({
      reason: 'verificationCodeIncorrect',
    });
    const passwordRef = browserActions.storeSecret('Fresh-9876');
    const grant = await sessionPorts.login({ method: 'account', account: target, passwordRef }, never);
    expect(grant.account.userId).toBe(player.userId);
    for (const secret of [`"${code}"`, 'Fresh-9876']) expect(textOf(sent)).not.toContain(secret);
    expect(server.logLines().join('\n')).not.toContain('Fresh-9876');
  });
});
