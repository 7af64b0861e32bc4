import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ORDER_ROW, stall } from '../support/api/fake-api.ts';
import {
  CONFIRMED_AT,
  collectEvents,
  createCoreHarness,
  loggedIn,
  never,
  readOrder,
  reasonOf,
} from '../support/machines/core-harness.ts';
import { until } from '../support/machines/until.ts';

const RECORD = '/api/order/record';
const PAY_URL = 'https://pay.example/c/1';

beforeEach(() => void vi.useFakeTimers({ now: CONFIRMED_AT }));

describe('the payment window', () => {
  const opening = (windowRef: string | null, payUrl = PAY_URL) => ({ windowRef, payUrl, orderId: 'O-1' });

  test('the pre-opened window is navigated to pay_url (RCHG-11, C65)', async () => {
    const harness = await loggedIn();
    const ref = harness.browserActions.openPaymentWindow();
    expect(await harness.paymentPorts.methods.redirect.openWindow(opening(ref), never)).toEqual({
      opened: true,
      refused: false,
    });
    expect(harness.tab.opened.map(({ visited, opener }) => [visited, opener])).toEqual([[[PAY_URL], null]]);
  });

  test.each([
    '',
    'javascript:alert(1)',
    'http://pay.example/c/1',
    'https://evil.test/',
    `https://pay.example/${'a'.repeat(4_096)}`,
  ])('%j is refused and its window closed (C38, C39)', async (payUrl) => {
    const harness = await loggedIn();
    const ref = harness.browserActions.openPaymentWindow();
    expect(await harness.paymentPorts.methods.redirect.openWindow(opening(ref, payUrl), never)).toEqual({
      opened: false,
      refused: true,
    });
    expect(harness.tab.opened.map(({ visited, closed }) => [visited, closed])).toEqual([[[], true]]);
    expect(await harness.paymentPorts.methods.redirect.openWindow(opening(null, payUrl), never)).toEqual({
      opened: false,
      refused: true,
    });
  });
});

describe('reading the order', () => {
  test('one record by its number, observed at the time of the request (RCHG-13, CALL-18)', async () => {
    const harness = await loggedIn();
    const { record, observedAt } = await harness.paymentPorts.readOrder({ kind: 'order', orderId: 'O-1' }, never);
    expect([record.paymentId, record.status, observedAt]).toEqual(['O-1', 'pending', CONFIRMED_AT]);
    expect(harness.api.to(RECORD).map(({ body }) => body)).toEqual([
      { page: 1, size: 1, begin: 0, end: CONFIRMED_AT / 1_000 + 86_400, sdk_order_id: 'O-1', status: -1 },
    ]);
  });

  test('a slow response is as old as its request (C35)', async () => {
    const harness = await loggedIn();
    harness.api.reply(RECORD, async () => {
      await vi.advanceTimersByTimeAsync(7_000);
      return { result: [ORDER_ROW] };
    });
    expect((await harness.paymentPorts.readOrder({ kind: 'order', orderId: 'O-1' }, never)).observedAt).toBe(
      CONFIRMED_AT,
    );
  });

  test.each([
    ['no record', { code: 0, result: [] }],
    ['another order’s record', { code: 0, result: [{ ...ORDER_ROW, sdk_order_id: 'O-2' }] }],
    ['the server’s own code', { code: 30020, msg: 'wrong' }],
  ])('%s: the order number is wrong (C34, ORDR-07)', async (_, reply) => {
    const harness = await loggedIn();
    harness.api.reply(RECORD, reply);
    expect(await readOrder(harness)).toMatchObject({ reason: 'orderNumberWrong' });
    expect(await reasonOf(harness.orderDetailPorts.loadOrder({ orderId: 'O-1' }, never))).toMatchObject({
      reason: 'orderNumberWrong',
    });
  });

  test('ten seconds without a response are a timeout (C19)', async () => {
    const harness = await loggedIn();
    harness.api.reply(RECORD, stall);
    const outcome = reasonOf(harness.paymentPorts.readOrder({ kind: 'order', orderId: 'O-1' }, never));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outcome).toMatchObject({ reason: 'timedOut' });
  });
});

describe('the environment of a payment', () => {
  test('wake-ups and connectivity are reported until the listener stops (C16, C17, RCHG-13)', async () => {
    const harness = await loggedIn();
    const { received, stop } = collectEvents(harness.paymentPorts.environment, {});
    harness.tab.setVisible(true);
    harness.tab.setOnline(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(received).toEqual([
      { type: 'network.changed', online: true },
      { type: 'tab.woke' },
      { type: 'network.changed', online: false },
    ]);
    stop();
    harness.tab.setVisible(true);
    harness.tab.setOnline(true);
    expect(received.length).toBe(3);
  });

  test('the closed payment window is reported until the listener stops (C7, RCHG-13)', async () => {
    const harness = await loggedIn();
    const { paymentWindow } = harness.paymentPorts.methods.redirect;
    const watched = collectEvents(paymentWindow, { windowRef: harness.browserActions.openPaymentWindow() });
    const stopped = collectEvents(paymentWindow, { windowRef: harness.browserActions.openPaymentWindow() });
    const without = collectEvents(paymentWindow, { windowRef: null });
    stopped.stop();
    for (const handle of harness.tab.opened) handle.closed = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(watched.received).toEqual([{ type: 'window.closed' }]);
    expect(stopped.received).toEqual([]);
    expect(without.received).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('several tabs', () => {
  const pair = async () => {
    const first = await loggedIn();
    const second = createCoreHarness(first.profile);
    await second.sessionPorts.restore({}, never);
    return { profile: first.profile, first, second };
  };

  test('one tab leads, the others receive its observations, and the next one leads when it closes (C11)', async () => {
    const { first, second } = await pair();
    second.tab.setVisible(false);
    const ears = [first, second].map((harness) => collectEvents(harness.paymentPorts.peers, { orderId: 'O-1' }));
    await until(() => expect(ears[0]?.received).toEqual([{ type: 'leader.elected' }]));
    const observation = await first.paymentPorts.readOrder({ kind: 'order', orderId: 'O-1' }, never);
    expect(ears[1]?.received).toEqual([{ type: 'peer.observed', observation }]);
    expect(ears[0]?.received.length).toBe(1);
    ears[0]?.stop();
    await until(() => expect(ears[1]?.received.at(-1)).toEqual({ type: 'leader.elected' }));
  });

  test('observations of other orders are not reported (C11)', async () => {
    const { first, second } = await pair();
    const { received } = collectEvents(second.paymentPorts.peers, { orderId: 'O-9' });
    await first.paymentPorts.readOrder({ kind: 'order', orderId: 'O-1' }, never);
    expect(received.filter(({ type }) => type === 'peer.observed')).toEqual([]);
  });

  test('a tab of another account receives no observation (C12, C30)', async () => {
    const { profile, second } = await pair();
    const other = createCoreHarness(profile);
    other.api.reply('/api/user/login', {
      result: { token: 'bob-token-0123456789abcdef', user_id: 'u-2002', game_id: 'g1' },
    });
    await other.login('bob');
    const { received } = collectEvents(second.paymentPorts.peers, { orderId: 'O-1' });
    await other.paymentPorts.readOrder({ kind: 'order', orderId: 'O-1' }, never);
    expect(received.filter(({ type }) => type === 'peer.observed')).toEqual([]);
  });

  test('an invalid message is ignored, and its URL is checked like any other (C57, C39)', async () => {
    const { profile, first, second } = await pair();
    const { received } = collectEvents(second.paymentPorts.peers, { orderId: 'O-1' });
    const { record } = await first.paymentPorts.readOrder({ kind: 'order', orderId: 'O-1' }, never);
    received.length = 0;
    const foreign = new profile.FakeChannel('portal');
    const message = (more: object) => ({
      v: 1,
      scope: 'g1:u-1001',
      observation: { observedAt: 5, record: { ...record, ...more } },
    });
    for (const junk of [
      null,
      'x',
      {},
      { v: 2 },
      { ...message({}), v: 2 },
      { ...message({}), scope: 7 },
      message({ status: 9 }),
      message({ paidAmount: { minor: 0.5, currency: 'USD' } }),
    ])
      foreign.postMessage(junk);
    expect(received).toEqual([]);
    foreign.postMessage(message({ payment: { kind: 'redirect', payUrl: 'javascript:alert(1)' } }));
    expect(received).toEqual([
      {
        type: 'peer.observed',
        observation: { observedAt: 5, record: { ...record, payment: { kind: 'redirect', payUrl: null } } },
      },
    ]);
  });
});

test('the balance of a game account, whose id is sent as userId, is basic + present (EPNT-01, CALL-27)', async () => {
  const harness = await loggedIn();
  expect(await harness.balancePorts.loadBalance({ gameAccountId: 'ga-7' }, never)).toEqual({
    basic: 300,
    present: 20,
    total: 320,
  });
  expect(harness.api.to('/api/epoint/balance').map(({ body }) => body)).toEqual([{ userId: 'ga-7' }]);
  harness.api.reply('/api/epoint/balance', { code: 10002, msg: 'busy' });
  expect(await reasonOf(harness.balancePorts.loadBalance({ gameAccountId: 'ga-7' }, never))).toMatchObject({
    reason: 'systemBusy',
  });
});
