import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Failure, failure } from '../../machines/kernel/failure.ts';
import type { Channel, Item, OrderTicket } from '../../machines/order/order.types.ts';
import { coveredChoices } from '../../machines/recharge/recharge.choices.ts';
import {
  BACK,
  channel,
  choices,
  confirm,
  deferred,
  ENTER,
  goTo,
  IDS,
  inTurn,
  intent,
  item,
  PICK_CHANNEL,
  PICK_ITEM,
  PICK_ROLE,
  PICK_SERVER,
  refuse,
  server,
  startHarness,
  TO_CONFIRM,
  ticket,
} from './recharge-harness.ts';

beforeEach(() => void vi.useFakeTimers());

const atConfirm = (given: Parameters<typeof startHarness>[0] = {}) => startHarness(given).after(...TO_CONFIRM);

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/** How often the port had been called after each of these pauses. */
const callsAfter = async (
  harness: Pick<ReturnType<typeof startHarness>, 'inputs'>,
  port: 'createOrder' | 'lookUpOrder',
  pauses: readonly number[],
): Promise<readonly number[]> => {
  const calls: number[] = [];
  for (const ms of pauses) {
    await pass(ms);
    calls.push(harness.inputs(port).length);
  }
  return calls;
};

const LOST = failure('timedOut', { status: 500 });
const MOVE_TO_I2 = [goTo('item'), { type: 'item.pick', itemId: 'i2' }] as const;

describe('confirming', () => {
  test('the intent is stored before the request is sent (RCHG-09, RCHG-10, C2)', async () => {
    const harness = await atConfirm();
    const stored = deferred<void>();
    harness.responses.saveIntent = stored.promise;
    await harness.send(confirm('k1'));
    expect([harness.inputs('createOrder'), harness.seen()]).toEqual([[], 'creating: s1.r1 i1 c1']);
    await stored.resolve();
    expect(harness.inputs('saveIntent')).toEqual([{ intent: intent('k1') }]);
    expect(harness.inputs('createOrder')).toEqual([{ intent: intent('k1') }]);
  });

  test('the created order is reported with its window; the memory is saved, draft and intent are cleared (RCHG-09)', async () => {
    const harness = await atConfirm();
    harness.clearCalls();
    await harness.send(confirm('k1', 'w7'));
    expect(harness.reports).toEqual([
      { type: 'order.created', ticket: ticket('order-k1'), windowRef: 'w7' },
      { type: 'step.entered', target: 'game', step: 'payment', replace: true },
    ]);
    expect(harness.inputs('saveMemory')).toEqual([{ memory: IDS }]);
    expect(harness.inputs('saveDraft')).toEqual([{ draft: null }]);
    expect(harness.inputs('deleteIntent')).toEqual([{ key: 'k1' }]);
    expect(harness.seen()).toBe('payment order-k1: s1.r1 i1 c1');
    harness.stop();
    expect(harness.inputs('closeWindow')).toEqual([]);
  });

  test('an order in E Points needs a sufficient balance; another channel or an unknown balance does not block it (EPNT-04)', async () => {
    let balance: number | null = 4_200;
    const ports = {
      loadItems: async () => [item('i1', 4_201), item('i2', 4_200)],
      loadChannels: async () => [channel('epoint'), channel('c1')],
      loadCoinBalance: async () => balance ?? Promise.reject(failure('requestError', { status: 500 })),
    };
    const harness = await atConfirm({ ports });
    expect(harness.can(confirm('k1'))).toBe(true);
    await harness.send(BACK, { type: 'channel.pick', channelCode: 'epoint' });
    expect([harness.seen(), harness.can(confirm('k1'))]).toEqual(['confirm: s1.r1 i1 epoint', false]);
    expect(harness.reports).toContainEqual({ type: 'points.short' });
    const covered = (points: number) => coveredChoices(harness.snapshot().context, points)?.item.itemId;
    expect([covered(0), covered(1)]).toEqual([undefined, 'i1']);
    await harness.send({ type: 'package.confirmed', points: 1 });
    expect([harness.can({ type: 'package.delivered' }), harness.can(confirm('k1'))]).toEqual([true, false]);
    await harness.send(...MOVE_TO_I2);
    expect([harness.seen(), harness.can(confirm('k1'))]).toEqual(['confirm: s1.r1 i2 epoint', true]);
    expect(covered(1)).toBeUndefined();
    await harness.send(goTo('item'), PICK_ITEM);
    for (const known of [4_201, null]) {
      balance = known;
      await harness.send({ type: 'points.changed' });
      expect([harness.can({ type: 'package.delivered' }), harness.can(confirm('k1'))]).toEqual([false, true]);
    }
    expect(harness.inputs('createOrder')).toEqual([]);
  });

  test('no request is sent when the intent cannot be stored, and a notice says so (RCHG-10)', async () => {
    const harness = await atConfirm({ ports: { saveIntent: refuse('storageRefused') } });
    expect(await harness.send(confirm('k1', 'w1'))).toBe('confirm: s1.r1 i1 c1, not-created storageRefused');
    expect([harness.inputs('createOrder'), harness.inputs('closeWindow')]).toEqual([[], [{ windowRef: 'w1' }]]);
  });
});

describe('an uncertain outcome', () => {
  test('an order that the lookup finds is the created order (RCHG-20, C18)', async () => {
    const harness = await atConfirm({ ports: { createOrder: async () => Promise.reject(LOST) } });
    harness.responses.lookUpOrder = async () => ticket('o1', null);
    await harness.send(confirm('k1', 'w1'));
    await pass(1_000);
    expect(harness.reports).toContainEqual({ type: 'order.created', ticket: ticket('o1'), windowRef: 'w1' });
    expect(harness.inputs('createOrder')).toHaveLength(1);
    expect(harness.inputs('deleteIntent')).toEqual([{ key: 'k1' }]);
  });

  test.each([
    { what: 'a lost response', lost: failure('requestError', { status: 503 }) },
    { what: 'a server that prepares the page for too long', lost: failure('stillProcessing', { code: 30_010 }) },
  ])(
    'after $what the order is sent again after 1, 3 and 9 s, then the player retries; the key stays the same (S25, RCHG-20, C20)',
    async ({ lost }) => {
      const harness = await atConfirm({ ports: { createOrder: async () => Promise.reject(lost) } });
      await harness.send(confirm('k1', 'w1'));
      const pauses = [999, 1, 2_999, 1, 8_999, 1, 14_999];
      expect(await callsAfter(harness, 'createOrder', pauses)).toEqual([1, 2, 2, 3, 3, 4, 4]);
      expect([harness.seen(), harness.can(confirm('k2'))]).toEqual(['uncertain: s1.r1 i1 c1', false]);
      expect(harness.inputs('closeWindow')).toEqual([]);
      await harness.send({ type: 'order.retry' });
      expect([harness.seen(), harness.inputs('createOrder').length]).toEqual(['uncertain busy: s1.r1 i1 c1', 5]);
      await pass(3_000 + 9_000);
      expect(harness.seen()).toBe('uncertain: s1.r1 i1 c1');
      harness.responses.createOrder = async () => ticket('o1');
      await harness.send({ type: 'order.retry' });
      expect(harness.inputs('createOrder')).toEqual(Array(8).fill({ intent: intent('k1') }));
      expect([harness.seen(), harness.inputs('saveIntent').length]).toEqual(['payment o1: s1.r1 i1 c1', 1]);
    },
  );

  const UNPROVEN = failure('requestError', { status: 500 });

  test('no proof that the order does not exist: it is looked up and never sent again (RCHG-20)', async () => {
    const harness = await atConfirm({ ports: { createOrder: async () => Promise.reject(LOST) } });
    harness.responses.lookUpOrder = async () => Promise.reject(UNPROVEN);
    await harness.send(confirm('k1', 'w1'));
    const pauses = [1_000, 3_000, 9_000, 14_999, 1, 29_999, 1, 600_000, 600_000];
    expect(await callsAfter(harness, 'lookUpOrder', pauses)).toEqual([1, 2, 3, 3, 4, 4, 5, 8, 10]);
    expect([harness.seen(), harness.inputs('createOrder').length]).toEqual(['uncertain: s1.r1 i1 c1', 1]);
    await harness.wake();
    expect(harness.inputs('lookUpOrder')).toHaveLength(11);
    harness.responses.lookUpOrder = async () => ticket('o1', null);
    await harness.wake();
    expect(harness.reports).toContainEqual({ type: 'order.created', ticket: ticket('o1'), windowRef: 'w1' });
  });

  test('the player places another order anyway: its key is new, and the confirmation warns of a second order (RCHG-20, RCHG-10)', async () => {
    const harness = await atConfirm({ ports: { createOrder: inTurn<OrderTicket>(LOST, ticket('o2')) } });
    harness.responses.lookUpOrder = async () => Promise.reject(UNPROVEN);
    await harness.send(confirm('k1', 'w1'));
    expect(harness.can({ type: 'order.replace' })).toBe(false);
    await pass(1_000 + 3_000 + 9_000);
    await harness.send({ type: 'order.replace' });
    expect(harness.inputs('closeWindow')).toEqual([{ windowRef: 'w1' }]);
    expect(harness.inputs('deleteIntent')).toEqual([{ key: 'k1' }]);
    expect(harness.reports).toContainEqual({ type: 'order.replaced' });
    await harness.send(BACK, PICK_CHANNEL);
    expect(harness.screen()).toMatchObject({ name: 'confirm', unconfirmed: choices(), summary: choices() });
    await harness.send(confirm('k2', 'w2'));
    expect(harness.inputs('createOrder')).toEqual([{ intent: intent('k1') }, { intent: intent('k2') }]);
    expect(harness.snapshot().context.unconfirmed).toBeNull();
  });

  test('an intent that was resumed can be replaced too, and its choices are still there (RCHG-20)', async () => {
    const harness = startHarness({
      intent: intent('k1'),
      ports: { lookUpOrder: async () => Promise.reject(UNPROVEN) },
    });
    await harness.send(ENTER);
    await pass(3_000 + 9_000);
    await harness.send({ type: 'order.replace' });
    expect(harness.screen()).toMatchObject({ name: 'confirm', unconfirmed: choices(), summary: choices() });
  });

  test.each([
    { what: 'a busy API', busy: { reason: 'requestError', status: 429 } },
    { what: 'the preparation of the payment page', busy: { reason: 'stillProcessing', code: 30_010 } },
  ] as const)('Retry-After of $what is respected, up to 30 s (S25, C20)', async ({ busy: { reason, ...more } }) => {
    const harness = await atConfirm();
    const busy = (retryAfterMs: number) => failure(reason, { ...more, retryAfterMs });
    harness.responses.createOrder = inTurn<OrderTicket>(busy(7_000), busy(3_600_000), ticket('o1'));
    await harness.send(confirm('k1'));
    expect(await callsAfter(harness, 'createOrder', [6_999, 1, 29_999, 1])).toEqual([1, 2, 2, 3]);
  });

  test.each([
    { what: 'that is found', create: inTurn<OrderTicket>(LOST), lookUp: refuse('priceChanged') },
    {
      what: 'of a second request',
      create: inTurn<OrderTicket>(LOST, failure('priceChanged')),
      lookUp: async () => null,
    },
  ])(
    'an order $what at another price is not paid: the new price is shown and confirmed (RCHG-20, RCHG-21, C32)',
    async ({ create, lookUp }) => {
      const harness = await atConfirm({ ports: { createOrder: create, lookUpOrder: lookUp } });
      harness.responses.loadItems = async () => [item('i1', 599)];
      await harness.send(confirm('k1', 'w1'));
      await pass(1_000);
      expect(harness.seen()).toBe('confirm: s1.r1 i1 c1, price-changed 499 599');
      expect(harness.reports.filter(({ type }) => type === 'order.created')).toEqual([]);
      expect(harness.inputs('closeWindow')).toEqual([{ windowRef: 'w1' }]);
      expect(harness.inputs('deleteIntent')).toEqual([{ key: 'k1' }]);
    },
  );

  test('a role that the list of the browser lacks leaves the outcome uncertain: the list is reloaded (D12, RCHG-09, RCHG-20)', async () => {
    const harness = await atConfirm();
    const busy = failure('requestError', { status: 429, retryAfterMs: 7_000 });
    harness.responses.createOrder = inTurn<OrderTicket>(busy, failure('roleGone'), ticket('o1'));
    await harness.send(confirm('k1', 'w1'));
    await pass(7_000);
    expect([harness.seen(), harness.inputs('loadServers').length]).toEqual(['uncertain busy: s1.r1 i1 c1', 2]);
    expect(harness.inputs('deleteIntent')).toEqual([]);
    // Retry-After of the earlier response no longer counts.
    expect(await callsAfter(harness, 'createOrder', [2_999, 1])).toEqual([2, 3]);
    expect(harness.seen()).toBe('payment o1: s1.r1 i1 c1');
  });

  test('the end of the session closes the pre-opened window and keeps the intent (C6, C25, C26)', async () => {
    const harness = await atConfirm({ ports: { createOrder: refuse('signedOutByServer', { code: 20_002 }) } });
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
  const PRICE_CHANGED = failure('priceChanged', { code: 30_005 });

  test('without the cached role list the player chooses the recipient again, from a fresh list (D12, RCHG-09, RCHG-06)', async () => {
    const harness = await refusedBy(failure('recipientNeeded'));
    expect(await harness.send(confirm('k1', 'w1'))).toBe('role s1/r1: s1.r1 i1 c1, recipient-needed role-list');
    expect(harness.inputs('loadServers')).toHaveLength(2);
    expect(harness.inputs('closeWindow')).toEqual([{ windowRef: 'w1' }]);
    expect(harness.inputs('deleteIntent')).toEqual([{ key: 'k1' }]);
    expect(await harness.send({ type: 'recipient.confirm' })).toBe('confirm: s1.r1 i1 c1');
  });

  test('maintenance: back to the server step, with the selection and a reload after 30 s (RCHG-21, C31)', async () => {
    const harness = await refusedBy(failure('serverMaintenance', { code: 30_001 }));
    expect(await harness.send(confirm('k1'))).toBe('server s1/r1: s1.r1 i1 c1, maintenance');
    await pass(30_000);
    expect(harness.seen()).toBe('server s1/r1: s1.r1 i1 c1');
    expect(await harness.send({ type: 'recipient.confirm' })).toBe('confirm: s1.r1 i1 c1');
  });

  test('item gone: back to the reloaded items, with recipient and channel; the old list offers it no longer (RCHG-21)', async () => {
    const harness = await refusedBy(failure('itemGone', { code: 30_003 }));
    const list = deferred<readonly Item[]>();
    harness.responses.loadItems = list.promise;
    await harness.send(confirm('k1'), BACK, goTo('item'));
    expect([harness.screen(), harness.can(PICK_ITEM)]).toMatchObject([{ items: { rows: [item('i2', 999)] } }, false]);
    await list.resolve([item('i2', 999)]);
    expect(harness.reachable()).toEqual(['server', 'role']);
    expect(await harness.send({ type: 'item.pick', itemId: 'i2' })).toBe('confirm: s1.r1 i2 c1');
  });

  test('price changed: old and new price are shown and confirmed with a new key (RCHG-21, C32)', async () => {
    const harness = await refusedBy(PRICE_CHANGED);
    const list = deferred<readonly Item[]>();
    harness.responses.loadItems = list.promise;
    await harness.send(confirm('k1'));
    expect([harness.seen(), harness.can(confirm('k2'))]).toEqual(['confirm busy: s1.r1 i1 c1', false]);
    await list.resolve([item('i1', 599), item('i2', 999)]);
    expect(harness.seen()).toBe('confirm: s1.r1 i1 c1, price-changed 499 599');
    await harness.send(confirm('k2'));
    expect(harness.inputs('createOrder')).toMatchObject([
      { intent: { key: 'k1', choices: { item: { price: { minor: 499 } } } } },
      { intent: { key: 'k2', choices: { item: { price: { minor: 599 } } } } },
    ]);
  });

  test.each([
    {
      what: 'an item that is gone by now',
      loadItems: async () => [item('i2', 999)],
      seen: 'item: s1.r1 - c1, item-gone',
    },
    {
      what: 'a price that cannot be reloaded',
      loadItems: refuse('offline', { status: 500 }),
      seen: 'confirm: s1.r1 i1 c1, not-created priceChanged',
    },
  ])('price changed: $what is not charged silently (RCHG-21, C32)', async ({ loadItems, seen }) => {
    const harness = await refusedBy(PRICE_CHANGED);
    harness.responses.loadItems = loadItems;
    expect(await harness.send(confirm('k1'))).toBe(seen);
  });

  test('channel closed: back to the reloaded channels, without the one of the last order; the other choices stay (RCHG-21, C33)', async () => {
    const memory = { serverId: 's1', roleId: 'r1', channelCode: 'c2', itemId: null };
    const harness = await refusedBy(failure('channelClosed', { code: 30_004 }), { memory });
    await harness.send(BACK, PICK_CHANNEL);
    harness.responses.loadChannels = async () => [channel('c1', false), channel('c2')];
    expect(await harness.send(confirm('k1'))).toBe('channel: s1.r1 i1 -, channel-closed');
    expect(harness.screen()).toMatchObject({ channels: { rows: [channel('c1', false), channel('c2')] } });
    expect(await harness.send({ type: 'channel.pick', channelCode: 'c2' })).toBe('confirm: s1.r1 i1 c2');
  });

  test('the channel step is reachable only after its list is loaded again (RCHG-15, RCHG-21)', async () => {
    const refused = await refusedBy(failure('channelClosed', { code: 30_004 }));
    const resubmitted = await atConfirm();
    for (const [harness, move] of [
      [refused, confirm('k1')],
      [resubmitted, { type: 'order.resubmit', choices: IDS }],
    ] as const) {
      harness.responses.loadChannels = deferred<readonly Channel[]>().promise;
      expect(await harness.screenAfter(move)).toMatchObject({ name: 'channel', channels: { state: 'loading' } });
      await harness.send(BACK);
      expect(harness.reachable()).toEqual(['server', 'role']);
    }
  });

  test.each([
    { servers: [server('s1', ['r1'], 1)], seen: 'server s1/r1: s1.r1 i1 -, maintenance' },
    { servers: [server('s1', ['r2'])], seen: 'role s1/-: - i1 -, role-gone' },
  ])('a list that changed while the order was created counts after its refusal: $seen (RCHG-21, C31)', async (row) => {
    const harness = await atConfirm();
    const response = deferred<OrderTicket>();
    harness.responses.createOrder = response.promise;
    harness.responses.loadServers = async () => row.servers;
    await harness.send(confirm('k1'), { type: 'page.leave' }, ENTER);
    expect(harness.screen().name).toBe('creating');
    await response.reject(failure('channelClosed', { code: 30_004 }));
    expect(harness.seen()).toBe(row.seen);
  });

  test('any other refusal shows the server’s message and can be confirmed again (RCHG-09, ERRS-04)', async () => {
    const refusal = failure('unknownError', { code: 77_777, msg: 'monthly limit reached' });
    const harness = await refusedBy(refusal);
    await harness.send(confirm('k1', 'w1'));
    expect(harness.screen()).toMatchObject({ name: 'confirm', notice: { kind: 'not-created', failure: refusal } });
    expect(harness.inputs('closeWindow')).toEqual([{ windowRef: 'w1' }]);
    await harness.send({ type: 'notice.dismiss' });
    expect([harness.seen(), harness.can(confirm('k2'))]).toEqual(['confirm: s1.r1 i1 c1', true]);
  });
});

describe('after the order', () => {
  test('a resubmission checks the same choices and stops at the confirmation (RCHG-14)', async () => {
    const harness = await atConfirm();
    await harness.send(confirm('k1'));
    harness.responses.loadItems = async () => [item('i1', 599)];
    await harness.send({ type: 'order.resubmit', choices: IDS });
    expect([harness.inputs('loadItems').length, harness.inputs('loadChannels').length]).toEqual([2, 2]);
    expect(harness.seen()).toBe('confirm: s1.r1 i1 c1, price-changed 499 599');
    expect(await harness.send(confirm('k2'))).toBe('payment order-k2: s1.r1 i1 c1');
  });

  test('the order of another browser is resubmitted at the current price, without a notice (RCHG-14)', async () => {
    const harness = startHarness({ order: ticket('o1', null) });
    expect(await harness.send(ENTER, { type: 'order.resubmit', choices: IDS })).toBe('confirm: s1.r1 i1 c1');
  });

  test('a deferred order is shown again, and the end of a different order does not restart the wizard (RCHG-13, RCHG-15)', async () => {
    const harness = await atConfirm();
    await harness.send({ type: 'order.show', ticket: ticket('o9', null) }, { type: 'recharge.restart', orderId: 'o1' });
    expect([harness.screen().name, harness.inputs('createOrder')]).toEqual(['payment', []]);
  });

  test('after an order the wizard restarts at the items, for the same recipient (RCHG-15)', async () => {
    const harness = await atConfirm();
    await harness.send(confirm('k1'), { type: 'recharge.restart', orderId: 'order-k1' });
    expect(harness.stored.draft).toEqual({ ...IDS, itemId: null, channelCode: null });
    expect(harness.seen()).toBe('item: s1.r1 - -');
    await harness.send(PICK_ITEM);
    expect([harness.seen(), harness.stored.draft]).toEqual(['confirm: s1.r1 i1 c1', IDS]);
  });

  test('after a shown order the wizard keeps its own recipient, if it had one; otherwise it takes that of the order (RCHG-15)', async () => {
    const shown = ticket('o9', choices({ recipient: { ...choices().recipient, roleId: 'r2' } }));
    const end = [
      { type: 'order.show', ticket: shown },
      { type: 'recharge.restart', orderId: 'o9' },
    ] as const;
    const chosen = await atConfirm();
    await chosen.send(...end);
    expect(chosen.seen()).toBe('item: s1.r1 - -');
    const half = startHarness();
    await half.send(ENTER, { type: 'server.pick', serverId: 's2' }, ...end);
    expect(half.seen()).toBe('item: s1.r2 - -');
    const unknown = startHarness({ order: ticket('o1', null) });
    await unknown.send(ENTER, { type: 'recharge.restart', orderId: 'o1' });
    expect(unknown.seen()).toBe('server -/-: - - -');
    await unknown.send(PICK_SERVER, PICK_ROLE);
    expect(unknown.seen()).toBe('item: s1.r1 - -');
  });
});
