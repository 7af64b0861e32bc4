import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Failure, failure } from '../../machines/kernel/failure.ts';
import type { Channel, Item, OrderTicket } from '../../machines/order/order.types.ts';
import {
  CHANNELS,
  channel,
  choices,
  confirm,
  deferred,
  ITEMS,
  inTurn,
  intent,
  item,
  PICK_CHANNEL,
  PICK_ITEM,
  PICK_ROLE,
  PICK_SERVER,
  refuse,
  SERVERS,
  server,
  startHarness,
  TO_CONFIRM,
  ticket,
} from './recharge-harness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const atConfirm = async (given: Parameters<typeof startHarness>[0] = {}) => {
  const harness = startHarness(given);
  await harness.send(...TO_CONFIRM);
  return harness;
};

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/** The order is sent again 1, 3 and 9 s after the previous response; then the player decides. */
const seeThreeRepeats = async (harness: ReturnType<typeof startHarness>): Promise<void> => {
  const sentAfter: number[] = [];
  for (const ms of [999, 1, 2_999, 1, 8_999, 1, 14_999]) {
    await pass(ms);
    sentAfter.push(harness.inputs('createOrder').length);
  }
  expect(sentAfter).toEqual([1, 2, 2, 3, 3, 4, 4]);
  expect(harness.screen()).toMatchObject({ name: 'uncertain', lookingUp: false });
};

const LOST = failure('timedOut', { status: 500 });

describe('confirming', () => {
  test('the intent is stored before the request is sent (RCHG-09, RCHG-10, C2)', async () => {
    const harness = await atConfirm();
    const stored = deferred<void>();
    harness.responses.saveIntent = stored.promise;
    await harness.send(confirm('k1'));
    expect(harness.inputs('createOrder')).toEqual([]);
    expect(harness.screen()).toMatchObject({ name: 'creating', summary: choices() });
    await stored.resolve();
    expect(harness.inputs('saveIntent')).toEqual([{ intent: intent('k1') }]);
    expect(harness.inputs('createOrder')).toEqual([{ intent: intent('k1') }]);
  });

  test('a double click creates one order: the first click leaves the state (RCHG-10, C1)', async () => {
    const harness = await atConfirm();
    for (let click = 0; click < 50; click += 1) harness.wizard.send(confirm(`k${click}`));
    expect(harness.screen().name).toBe('creating');
    await pass(60_000);
    expect(harness.inputs('createOrder')).toEqual([{ intent: intent('k0') }]);
    expect(harness.inputs('saveIntent')).toHaveLength(1);
    expect(harness.reports.filter(({ type }) => type === 'order.created')).toHaveLength(1);
  });

  test('the created order is reported with its window; the memory is saved, draft and intent are cleared (RCHG-09)', async () => {
    const harness = await atConfirm();
    harness.clearCalls();
    await harness.send(confirm('k1', 'w7'));
    expect(harness.reports).toEqual([
      { type: 'order.created', ticket: ticket('order-k1'), windowRef: 'w7' },
      { type: 'step.entered', target: 'game', step: 'payment', replace: true },
    ]);
    expect(harness.inputs('saveMemory')).toEqual([
      { memory: { serverId: 's1', roleId: 'r1', channelCode: 'c1', itemId: 'i1' } },
    ]);
    expect(harness.inputs('saveDraft')).toEqual([{ draft: null }]);
    expect(harness.inputs('deleteIntent')).toEqual([{ key: 'k1' }]);
    expect(harness.inputs('closeWindow')).toEqual([]);
    expect(harness.screen()).toEqual({
      name: 'payment',
      ticket: ticket('order-k1'),
      summary: { ...choices(), serverName: 'Server s1', coinBalance: 4_200 },
    });
    harness.stop();
    expect(harness.inputs('closeWindow')).toEqual([]);
  });

  test('an order in E Points needs a sufficient balance; another channel or an unknown balance does not block it (EPNT-04)', async () => {
    const ports = {
      loadItems: async () => [item('i1', 4_201), item('i2', 4_200)],
      loadChannels: async () => [channel('epoint'), channel('c1')],
    };
    const short = await atConfirm({ ports });
    expect(short.can(confirm('k1'))).toBe(true);
    await short.send({ type: 'step.back' }, { type: 'channel.pick', channelCode: 'epoint' });
    expect(short.screen()).toMatchObject({ name: 'confirm', summary: { channel: { fieldKey: 'epoint' } } });
    expect(short.can(confirm('k1'))).toBe(false);
    await short.send({ type: 'step.goto', step: 'item' }, { type: 'item.pick', itemId: 'i2' });
    expect(short.screen()).toMatchObject({ name: 'confirm', summary: { item: { itemId: 'i2' } } });
    expect(short.can(confirm('k1'))).toBe(true);

    let balance = 4_200;
    const covered = await atConfirm({ ports: { ...ports, loadCoinBalance: async () => balance } });
    await covered.send({ type: 'step.back' }, { type: 'channel.pick', channelCode: 'epoint' });
    expect(covered.reports).toContainEqual({ type: 'points.short' });
    await covered.send({ type: 'package.confirmed', points: 1 });
    expect([covered.can({ type: 'package.delivered' }), covered.can(confirm('k1'))]).toEqual([true, false]);
    balance = 4_201;
    await covered.send({ type: 'points.changed' });
    expect([covered.can({ type: 'package.delivered' }), covered.can(confirm('k1'))]).toEqual([false, true]);
    expect(covered.inputs('createOrder')).toEqual([]);

    const unknown = await atConfirm({ ports: { ...ports, loadCoinBalance: refuse('requestError', { status: 500 }) } });
    await unknown.send({ type: 'step.back' }, { type: 'channel.pick', channelCode: 'epoint' });
    expect(unknown.can(confirm('k1'))).toBe(true);
  });

  test('no request is sent when the intent cannot be stored, and a notice says so (RCHG-10)', async () => {
    const harness = await atConfirm();
    harness.responses.saveIntent = refuse('storageRefused');
    await harness.send(confirm('k1', 'w1'));
    expect(harness.inputs('createOrder')).toEqual([]);
    expect(harness.inputs('closeWindow')).toEqual([{ windowRef: 'w1' }]);
    expect(harness.screen()).toMatchObject({
      name: 'confirm',
      notice: { kind: 'not-created', failure: failure('storageRefused') },
    });
  });
});

describe('an uncertain outcome', () => {
  test('an order that the lookup finds is the created order (RCHG-20, C18)', async () => {
    const harness = await atConfirm();
    harness.responses.createOrder = async () => Promise.reject(LOST);
    harness.responses.lookUpOrder = async () => ticket('o1', null);
    await harness.send(confirm('k1', 'w1'));
    await pass(1_000);
    expect(harness.reports).toContainEqual({ type: 'order.created', ticket: ticket('o1'), windowRef: 'w1' });
    expect(harness.inputs('createOrder')).toHaveLength(1);
    expect(harness.inputs('deleteIntent')).toEqual([{ key: 'k1' }]);
  });

  test('the server prepares the page for too long: after 1, 3 and 9 s the player decides (S25, RCHG-20, C20)', async () => {
    const harness = await atConfirm();
    harness.responses.createOrder = refuse('stillProcessing', { code: 30_010 });
    await harness.send(confirm('k1', 'w1'));
    await seeThreeRepeats(harness);
    await harness.send({ type: 'order.retry' });
    expect(harness.inputs('lookUpOrder')).toHaveLength(1);
    expect(harness.inputs('createOrder')).toHaveLength(5);
    expect(harness.inputs('closeWindow')).toEqual([]);
  });

  test('lookups after 1, 3 and 9 s, then the player retries; the key stays the same (RCHG-20, C20)', async () => {
    const harness = await atConfirm();
    harness.responses.createOrder = refuse('requestError', { status: 503 });
    await harness.send(confirm('k1', 'w1'));
    await seeThreeRepeats(harness);
    expect(harness.can(confirm('k2'))).toBe(false);
    expect(harness.inputs('closeWindow')).toEqual([]);

    await harness.send({ type: 'order.retry' });
    expect(harness.screen()).toMatchObject({ name: 'uncertain', lookingUp: true });
    await pass(3_000 + 9_000);
    expect(harness.inputs('createOrder')).toHaveLength(7);
    expect(harness.screen()).toMatchObject({ name: 'uncertain', lookingUp: false });

    harness.responses.createOrder = async () => ticket('o1');
    await harness.send({ type: 'order.retry' });
    expect(harness.inputs('createOrder')).toEqual(Array(8).fill({ intent: intent('k1') }));
    expect(harness.screen().name).toBe('payment');
    expect(harness.inputs('saveIntent')).toHaveLength(1);
  });

  const UNPROVEN = failure('requestError', { status: 500 });

  test('no proof that the order does not exist: it is looked up and never sent again (RCHG-20)', async () => {
    const harness = await atConfirm();
    harness.responses.createOrder = async () => Promise.reject(LOST);
    harness.responses.lookUpOrder = async () => Promise.reject(UNPROVEN);
    await harness.send(confirm('k1', 'w1'));
    const lookedUp: number[] = [];
    for (const ms of [1_000, 3_000, 9_000, 14_999, 1, 29_999, 1, 600_000, 600_000]) {
      await pass(ms);
      lookedUp.push(harness.inputs('lookUpOrder').length);
    }
    expect(lookedUp).toEqual([1, 2, 3, 3, 4, 4, 5, 8, 10]);
    expect(harness.inputs('createOrder')).toHaveLength(1);
    expect(harness.screen()).toMatchObject({ name: 'uncertain', lookingUp: false, summary: choices() });
    await harness.wake();
    expect(harness.inputs('lookUpOrder')).toHaveLength(11);
    harness.responses.lookUpOrder = async () => ticket('o1', null);
    await harness.wake();
    expect(harness.screen()).toMatchObject({ name: 'payment', ticket: { orderId: 'o1' } });
    expect(harness.reports).toContainEqual({ type: 'order.created', ticket: ticket('o1'), windowRef: 'w1' });
  });

  test('the player places another order anyway: its key is new, and the confirmation warns of a second order (RCHG-20, RCHG-10)', async () => {
    const harness = await atConfirm();
    harness.responses.createOrder = inTurn<OrderTicket>(LOST, ticket('o2'));
    harness.responses.lookUpOrder = async () => Promise.reject(UNPROVEN);
    await harness.send(confirm('k1', 'w1'));
    expect(harness.can({ type: 'order.replace' })).toBe(false);
    await pass(1_000 + 3_000 + 9_000);
    await harness.send({ type: 'order.replace' });
    expect(harness.screen()).toMatchObject({ name: 'confirm', unconfirmed: choices(), summary: choices() });
    expect(harness.inputs('closeWindow')).toEqual([{ windowRef: 'w1' }]);
    expect(harness.inputs('deleteIntent')).toEqual([{ key: 'k1' }]);
    expect(harness.reports).toContainEqual({ type: 'order.replaced' });
    expect(harness.inputs('createOrder')).toHaveLength(1);
    await harness.send({ type: 'step.back' }, PICK_CHANNEL);
    expect(harness.screen()).toMatchObject({ name: 'confirm', unconfirmed: choices() });
    await harness.send(confirm('k2', 'w2'));
    expect(harness.inputs('createOrder')).toEqual([{ intent: intent('k1') }, { intent: intent('k2') }]);
    expect(harness.snapshot().context.unconfirmed).toBeNull();
    expect(harness.screen()).toMatchObject({ name: 'payment', ticket: { orderId: 'o2' } });
  });

  test('an intent that was resumed can be replaced too, and its choices are still there (RCHG-20)', async () => {
    const harness = startHarness({
      intent: intent('k1'),
      ports: { lookUpOrder: async () => Promise.reject(UNPROVEN) },
    });
    await harness.send({ type: 'page.enter' });
    await pass(3_000 + 9_000);
    await harness.send({ type: 'order.replace' });
    expect(harness.screen()).toMatchObject({ name: 'confirm', unconfirmed: choices(), summary: choices() });
    expect(harness.inputs('createOrder')).toEqual([]);
  });

  test('Retry-After is respected, up to 30 s (C20)', async () => {
    const harness = await atConfirm();
    harness.responses.createOrder = refuse('requestError', { status: 429, retryAfterMs: 7_000 });
    await harness.send(confirm('k1'));
    await pass(6_999);
    expect(harness.inputs('lookUpOrder')).toHaveLength(0);
    await pass(1);
    expect(harness.inputs('lookUpOrder')).toHaveLength(1);
    harness.responses.createOrder = refuse('requestError', { status: 503, retryAfterMs: 3_600_000 });
    await pass(7_000);
    await pass(29_999);
    expect(harness.inputs('lookUpOrder')).toHaveLength(2);
    await pass(1);
    expect(harness.inputs('lookUpOrder')).toHaveLength(3);
  });

  test('Retry-After is respected while the server prepares the payment page (S25, C20)', async () => {
    const harness = await atConfirm();
    const preparing = (retryAfterMs: number) => failure('stillProcessing', { code: 30_010, retryAfterMs });
    harness.responses.createOrder = inTurn<OrderTicket>(preparing(7_000), preparing(20_000), ticket('o1'));
    await harness.send(confirm('k1'));
    const sentAfter: number[] = [];
    for (const ms of [6_999, 1, 19_999, 1]) {
      await pass(ms);
      sentAfter.push(harness.inputs('createOrder').length);
    }
    expect(sentAfter).toEqual([1, 2, 2, 3]);
    expect(harness.screen().name).toBe('payment');
  });

  test('an order that is found at another price is not paid: the new price is shown and confirmed (RCHG-20, RCHG-21, C32)', async () => {
    const harness = await atConfirm();
    harness.responses.createOrder = async () => Promise.reject(LOST);
    harness.responses.lookUpOrder = refuse('priceChanged');
    harness.responses.loadItems = async () => [item('i1', 599)];
    await harness.send(confirm('k1', 'w1'));
    await pass(1_000);
    expect(harness.inputs('createOrder')).toHaveLength(1);
    expect(harness.screen()).toMatchObject({
      name: 'confirm',
      notice: { kind: 'price-changed', wasMinor: 499, isMinor: 599 },
    });
    expect(harness.reports.filter(({ type }) => type === 'order.created')).toEqual([]);
    expect(harness.inputs('closeWindow')).toEqual([{ windowRef: 'w1' }]);
    expect(harness.inputs('deleteIntent')).toEqual([{ key: 'k1' }]);
  });

  test('a role that the list of the browser lacks leaves the outcome uncertain: the list is reloaded (D12, RCHG-09, RCHG-20)', async () => {
    const harness = await atConfirm();
    harness.responses.createOrder = inTurn<OrderTicket>(LOST, failure('roleGone'), ticket('o1'));
    await harness.send(confirm('k1', 'w1'));
    await pass(1_000);
    expect(harness.screen()).toMatchObject({ name: 'uncertain', summary: choices() });
    expect(harness.inputs('loadServers')).toHaveLength(2);
    expect(harness.inputs('deleteIntent')).toEqual([]);
    await pass(3_000);
    expect(harness.inputs('createOrder')).toEqual(Array(3).fill({ intent: intent('k1') }));
    expect(harness.screen()).toMatchObject({ name: 'payment', ticket: { orderId: 'o1' } });
  });

  test('an order that the second request returns at another price is not paid: the new price is shown and confirmed (RCHG-20, C32)', async () => {
    const harness = await atConfirm();
    harness.responses.createOrder = inTurn<OrderTicket>(LOST, failure('priceChanged'));
    harness.responses.loadItems = async () => [item('i1', 599)];
    await harness.send(confirm('k1', 'w1'));
    await pass(1_000);
    expect(harness.screen()).toMatchObject({
      name: 'confirm',
      notice: { kind: 'price-changed', wasMinor: 499, isMinor: 599 },
    });
    expect(harness.inputs('deleteIntent')).toEqual([{ key: 'k1' }]);
  });

  test('Retry-After of an earlier response does not delay the lookup after a reload of the role list (D12, C20)', async () => {
    const harness = await atConfirm();
    const busy = failure('requestError', { status: 429, retryAfterMs: 7_000 });
    harness.responses.createOrder = inTurn<OrderTicket>(busy, failure('recipientNeeded'), ticket('o1'));
    await harness.send(confirm('k1'));
    await pass(7_000 + 2_999);
    expect(harness.inputs('createOrder')).toHaveLength(2);
    await pass(1);
    expect(harness.inputs('createOrder')).toHaveLength(3);
  });

  test('the end of the session closes the pre-opened window and keeps the intent (C6, C25, C26)', async () => {
    const harness = await atConfirm();
    harness.responses.createOrder = refuse('signedOutByServer', { code: 20_002 });
    await harness.send(confirm('k1', 'w1'));
    expect(harness.screen().name).toBe('uncertain');
    harness.stop();
    await pass(60_000);
    expect(harness.inputs('closeWindow')).toEqual([{ windowRef: 'w1' }]);
    expect(harness.inputs('deleteIntent')).toEqual([]);
    expect(harness.inputs('createOrder')).toHaveLength(1);
  });
});

describe('a refusal repeats only the step that changed', () => {
  const refusedBy = async (refusal: Failure, given: Parameters<typeof startHarness>[0] = {}) => {
    const harness = await atConfirm(given);
    harness.responses.createOrder = async () => Promise.reject(refusal);
    return harness;
  };

  test('without the cached role list the player chooses the recipient again, from a fresh list (D12, RCHG-09, RCHG-06)', async () => {
    const harness = await refusedBy(failure('recipientNeeded'));
    await harness.send(confirm('k1', 'w1'));
    expect(harness.inputs('loadServers')).toHaveLength(2);
    expect(harness.snapshot().value).toMatchObject({ wizard: { game: { role: 'choosing' } } });
    expect(harness.screen()).toMatchObject({
      name: 'role',
      serverId: 's1',
      roleId: 'r1',
      notice: { kind: 'recipient-needed', missing: 'role-list' },
    });
    expect(harness.inputs('closeWindow')).toEqual([{ windowRef: 'w1' }]);
    expect(harness.inputs('deleteIntent')).toEqual([{ key: 'k1' }]);
    await harness.send({ type: 'recipient.confirm' });
    expect(harness.screen()).toMatchObject({ name: 'confirm', notice: null, summary: choices() });
  });

  test('maintenance: back to the server step, with the selection and a reload after 30 s (RCHG-21, C31)', async () => {
    const harness = await refusedBy(failure('serverMaintenance', { code: 30_001 }));
    await harness.send(confirm('k1'));
    expect(harness.screen()).toMatchObject({
      name: 'server',
      serverId: 's1',
      notice: { kind: 'maintenance' },
      summary: { recipient: { roleId: 'r1' } },
    });
    expect(harness.snapshot().value).toMatchObject({ wizard: { game: { server: 'maintenance' } } });
    await pass(30_000);
    expect(harness.inputs('loadServers')).toHaveLength(2);
    expect(harness.screen()).toMatchObject({ name: 'server', notice: null, summary: { recipient: { roleId: 'r1' } } });
    harness.responses.createOrder = async () => ticket('o1');
    await harness.send({ type: 'recipient.confirm' });
    expect(harness.screen()).toMatchObject({ name: 'confirm', summary: choices() });
    await harness.send(confirm('k2'));
    expect(harness.inputs('createOrder')).toMatchObject([{ intent: { key: 'k1' } }, { intent: { key: 'k2' } }]);
  });

  test('item gone: back to the reloaded items, with recipient and channel (RCHG-21)', async () => {
    const harness = await refusedBy(failure('itemGone', { code: 30_003 }));
    harness.responses.loadItems = async () => [item('i2', 999)];
    await harness.send(confirm('k1'));
    expect(harness.screen()).toMatchObject({
      name: 'item',
      items: { state: 'ready', rows: [item('i2', 999)] },
      notice: { kind: 'item-gone' },
      summary: { recipient: { roleId: 'r1' }, item: null },
    });
    expect(harness.reachable()).toEqual(['server', 'role']);
    await harness.send({ type: 'item.pick', itemId: 'i2' });
    expect(harness.screen()).toMatchObject({ name: 'confirm', summary: { channel: { fieldKey: 'c1' } } });
  });

  test('an item that is gone cannot be picked from the old list (RCHG-21)', async () => {
    const harness = await refusedBy(failure('itemGone', { code: 30_003 }));
    harness.responses.loadItems = deferred<readonly Item[]>().promise;
    await harness.send(confirm('k1'), { type: 'step.back' }, { type: 'step.goto', step: 'item' });
    expect(harness.screen()).toMatchObject({ name: 'item', items: { state: 'ready', rows: [item('i2', 999)] } });
    expect(harness.can(PICK_ITEM)).toBe(false);
  });

  test('price changed: old and new price are shown and confirmed with a new key (RCHG-21, C32)', async () => {
    const harness = await refusedBy(failure('priceChanged', { code: 30_005 }));
    const list = deferred<readonly Item[]>();
    harness.responses.loadItems = list.promise;
    await harness.send(confirm('k1'));
    expect(harness.screen()).toMatchObject({ name: 'confirm', busy: true, notice: null });
    expect(harness.can(confirm('k2'))).toBe(false);
    await list.resolve([item('i1', 599), item('i2', 999)]);
    expect(harness.screen()).toMatchObject({
      name: 'confirm',
      busy: false,
      notice: { kind: 'price-changed', wasMinor: 499, isMinor: 599 },
      summary: { item: { price: { minor: 599 } } },
    });
    harness.responses.createOrder = async () => ticket('o1');
    await harness.send(confirm('k2'));
    expect(harness.inputs('createOrder')).toMatchObject([
      { intent: { key: 'k1', choices: { item: { price: { minor: 499 } } } } },
      { intent: { key: 'k2', choices: { item: { price: { minor: 599 } } } } },
    ]);
  });

  test('price changed and the item is gone by now: the item step says so (RCHG-21, C32)', async () => {
    const harness = await refusedBy(failure('priceChanged', { code: 30_005 }));
    harness.responses.loadItems = async () => [item('i2', 999)];
    await harness.send(confirm('k1'));
    expect(harness.screen()).toMatchObject({ name: 'item', notice: { kind: 'item-gone' }, items: { state: 'ready' } });
  });

  test('a price that cannot be reloaded is not charged silently (C32)', async () => {
    const harness = await refusedBy(failure('priceChanged', { code: 30_005 }));
    harness.responses.loadItems = refuse('offline', { status: 500 });
    await harness.send(confirm('k1'));
    expect(harness.screen()).toMatchObject({
      name: 'confirm',
      busy: false,
      notice: { kind: 'not-created', failure: { reason: 'priceChanged' } },
    });
  });

  test('channel closed: back to the reloaded channels, without the one of the last order; the other choices stay (RCHG-21, C33)', async () => {
    const harness = await refusedBy(failure('channelClosed', { code: 30_004 }), {
      memory: { serverId: 's1', roleId: 'r1', channelCode: 'c2', itemId: null },
    });
    await harness.send({ type: 'step.back' }, PICK_CHANNEL);
    harness.responses.loadChannels = async () => [channel('c1', false), channel('c2')];
    await harness.send(confirm('k1'));
    expect(harness.screen()).toMatchObject({
      name: 'channel',
      channels: { state: 'ready', rows: [channel('c1', false), channel('c2')] },
      notice: { kind: 'channel-closed' },
      summary: { item: { itemId: 'i1' }, channel: null },
    });
    await harness.send({ type: 'channel.pick', channelCode: 'c2' });
    expect(harness.screen()).toMatchObject({ name: 'confirm', notice: null, summary: { channel: { fieldKey: 'c2' } } });
  });

  test('the channel step is reachable only after its list is loaded again (RCHG-15, RCHG-21)', async () => {
    const ids = { serverId: 's1', roleId: 'r1', itemId: 'i1', channelCode: 'c1' };
    const refusedChannel = await refusedBy(failure('channelClosed', { code: 30_004 }));
    const resubmitted = await atConfirm();
    for (const [harness, move] of [
      [refusedChannel, confirm('k1')],
      [resubmitted, { type: 'order.resubmit', choices: ids }],
    ] as const) {
      harness.responses.loadChannels = deferred<readonly Channel[]>().promise;
      await harness.send(move);
      expect(harness.screen()).toMatchObject({ name: 'channel', channels: { state: 'loading' } });
      await harness.send({ type: 'step.back' });
      expect(harness.reachable()).toEqual(['server', 'role']);
    }
  });

  test('a list that changed while the order was created counts after its refusal (RCHG-21, C31)', async () => {
    for (const [servers, expected] of [
      [[server('s1', ['r1'], 1)], { name: 'server', notice: { kind: 'maintenance' } }],
      [[server('s1', ['r2'])], { name: 'role', roleId: null, notice: { kind: 'role-gone' } }],
    ] as const) {
      const harness = await atConfirm();
      const response = deferred<OrderTicket>();
      harness.responses.createOrder = response.promise;
      harness.responses.loadServers = async () => servers;
      await harness.send(confirm('k1'), { type: 'page.leave' }, { type: 'page.enter' });
      expect(harness.screen().name).toBe('creating');
      await response.reject(failure('channelClosed', { code: 30_004 }));
      expect(harness.screen()).toMatchObject({ serverId: 's1', ...expected });
    }
  });

  test('any other refusal shows the server’s message and can be confirmed again (RCHG-09, ERRS-04)', async () => {
    const refusal = failure('unknownError', { code: 77_777, msg: 'monthly limit reached' });
    const harness = await refusedBy(refusal);
    await harness.send(confirm('k1', 'w1'));
    expect(harness.screen()).toMatchObject({
      name: 'confirm',
      notice: { kind: 'not-created', failure: refusal },
      summary: choices(),
    });
    expect(harness.inputs('closeWindow')).toEqual([{ windowRef: 'w1' }]);
    await harness.send({ type: 'notice.dismiss' });
    expect(harness.screen()).toMatchObject({ name: 'confirm', notice: null });
    expect(harness.can(confirm('k2'))).toBe(true);
  });
});

describe('after the order', () => {
  test('a resubmission checks the same choices and stops at the confirmation (RCHG-14)', async () => {
    const harness = await atConfirm();
    await harness.send(confirm('k1'));
    const ids = { serverId: 's1', roleId: 'r1', itemId: 'i1', channelCode: 'c1' };
    harness.responses.loadItems = async () => [item('i1', 599)];
    harness.clearCalls();
    await harness.send({ type: 'order.resubmit', choices: ids });
    expect(harness.inputs('loadItems')).toHaveLength(1);
    expect(harness.inputs('loadChannels')).toHaveLength(1);
    expect(harness.screen()).toMatchObject({
      name: 'confirm',
      notice: { kind: 'price-changed', wasMinor: 499, isMinor: 599 },
    });
    await harness.send(confirm('k2'));
    expect(harness.inputs('createOrder')).toMatchObject([{ intent: { key: 'k2' } }]);
    expect(harness.screen()).toMatchObject({ name: 'payment', ticket: { orderId: 'order-k2' } });
  });

  test('the order of another browser is resubmitted at the current price, without a notice (RCHG-14)', async () => {
    const harness = startHarness({ order: ticket('o1', null) });
    const ids = { serverId: 's1', roleId: 'r1', itemId: 'i1', channelCode: 'c1' };
    await harness.send({ type: 'page.enter' }, { type: 'order.resubmit', choices: ids });
    expect(harness.screen()).toMatchObject({ name: 'confirm', notice: null, summary: choices() });
  });

  test('a deferred order is shown again (RCHG-13)', async () => {
    const harness = await atConfirm();
    await harness.send({ type: 'order.show', ticket: ticket('o9', null) });
    expect(harness.screen()).toMatchObject({ name: 'payment', ticket: { orderId: 'o9' } });
    expect(harness.inputs('createOrder')).toEqual([]);
  });

  test('after an order the wizard restarts at the items, for the same recipient (RCHG-15)', async () => {
    const harness = await atConfirm();
    await harness.send(confirm('k1'), { type: 'recharge.restart', orderId: 'order-k1' });
    expect(harness.stored.draft).toEqual({
      serverId: 's1',
      roleId: 'r1',
      itemId: null,
      channelCode: null,
    });
    expect(harness.screen()).toMatchObject({
      name: 'item',
      items: { rows: ITEMS },
      summary: { recipient: { serverId: 's1', roleId: 'r1' }, item: null, channel: null },
    });
    await harness.send(PICK_ITEM);
    expect(harness.screen()).toMatchObject({ name: 'confirm', summary: { channel: CHANNELS[0] } });
    expect(harness.stored.draft).toEqual({
      serverId: 's1',
      roleId: 'r1',
      itemId: 'i1',
      channelCode: 'c1',
    });
  });

  test('the end of a different order does not restart the wizard (RCHG-13, RCHG-15)', async () => {
    const harness = await atConfirm();
    await harness.send({ type: 'order.show', ticket: ticket('o9', null) }, { type: 'recharge.restart', orderId: 'o1' });
    expect(harness.screen()).toMatchObject({ name: 'payment', ticket: { orderId: 'o9' } });
  });

  test('after a shown order the wizard keeps its own recipient, if it had one (RCHG-15)', async () => {
    const other = ticket('o9', choices({ recipient: { ...choices().recipient, roleId: 'r2' } }));
    const chosen = await atConfirm();
    await chosen.send({ type: 'order.show', ticket: other }, { type: 'recharge.restart', orderId: 'o9' });
    expect(chosen.inputs('loadItems')).toHaveLength(2);
    expect(chosen.inputs('loadItems').at(-1)).toEqual({ serverId: 's1', roleId: 'r1' });
    const half = startHarness();
    await half.send({ type: 'page.enter' }, { type: 'server.pick', serverId: 's2' });
    await half.send({ type: 'order.show', ticket: other }, { type: 'recharge.restart', orderId: 'o9' });
    expect(half.inputs('loadItems')).toEqual([{ serverId: 's1', roleId: 'r2' }]);
  });

  test('after a shown order the wizard takes the order’s recipient (RCHG-15)', async () => {
    const harness = startHarness({
      order: ticket('o1', choices({ recipient: { ...choices().recipient, roleId: 'r2' } })),
    });
    await harness.send({ type: 'page.enter' }, { type: 'recharge.restart', orderId: 'o1' });
    expect(harness.inputs('loadItems')).toEqual([{ serverId: 's1', roleId: 'r2' }]);
    const unknown = startHarness({ order: ticket('o1', null) });
    await unknown.send({ type: 'page.enter' }, { type: 'recharge.restart', orderId: 'o1' });
    expect(unknown.screen()).toMatchObject({ name: 'server', servers: { rows: SERVERS }, serverId: null });
    await unknown.send(PICK_SERVER, PICK_ROLE);
    expect(unknown.screen().name).toBe('item');
  });
});
