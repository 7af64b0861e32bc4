import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Failure, failure } from '../../machines/kernel/failure.ts';
import type { Item, OrderTicket } from '../../machines/order/order.types.ts';
import { isOutcomeUnknown } from '../../machines/wizard/submit-order.failures.ts';
import {
  CHANNELS,
  channel,
  choices,
  confirm,
  held,
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

const LOST = failure('timedOut', { status: 500 });

describe('confirming', () => {
  test('RCHG-09 RCHG-10 C2 the intent is stored before the request leaves', async () => {
    const harness = await atConfirm();
    const stored = held<void>();
    harness.answers.saveIntent = stored.promise;
    await harness.send(confirm('k1'));
    expect(harness.inputs('createOrder')).toEqual([]);
    expect(harness.screen()).toMatchObject({ name: 'creating', summary: choices() });
    await stored.answer();
    expect(harness.inputs('saveIntent')).toEqual([{ intent: intent('k1') }]);
    expect(harness.inputs('createOrder')).toEqual([{ intent: intent('k1') }]);
  });

  test('RCHG-10 C1 a double click makes one order: the state is left within the first click', async () => {
    const harness = await atConfirm();
    for (let click = 0; click < 50; click += 1) harness.wizard.send(confirm(`k${click}`));
    expect(harness.screen().name).toBe('creating');
    await pass(60_000);
    expect(harness.inputs('createOrder')).toEqual([{ intent: intent('k0') }]);
    expect(harness.inputs('saveIntent')).toHaveLength(1);
    expect(harness.reports.filter(({ type }) => type === 'order.created')).toHaveLength(1);
  });

  test('RCHG-09 the created order goes to the root with its window; memory is kept, draft and intent are cleared', async () => {
    const harness = await atConfirm();
    harness.forget();
    await harness.send(confirm('k1', 'w7'));
    expect(harness.reports).toEqual([
      { type: 'order.created', ticket: ticket('order-k1'), windowRef: 'w7' },
      { type: 'step.entered', target: 'game', step: 'payment', replace: true },
    ]);
    expect(harness.inputs('saveMemory')).toEqual([{ memory: { serverId: 's1', roleId: 'r1', channelCode: 'c1' } }]);
    expect(harness.inputs('saveDraft')).toEqual([{ draft: null }]);
    expect(harness.inputs('clearIntent')).toEqual([{ key: 'k1' }]);
    expect(harness.inputs('closeWindow')).toEqual([]);
    expect(harness.screen()).toEqual({
      name: 'payment',
      ticket: ticket('order-k1'),
      summary: { ...choices(), serverName: 'Server s1', coinBalance: 4_200 },
    });
    harness.stop();
    expect(harness.inputs('closeWindow')).toEqual([]);
  });

  test('RCHG-09 RCHG-06 what does not hold cannot be confirmed', async () => {
    const harness = startHarness();
    expect(harness.can(confirm('k1'))).toBe(false);
    await harness.send(...TO_CONFIRM.slice(0, 4));
    expect(harness.can(confirm('k1'))).toBe(false);
    await harness.send(confirm('k1'));
    expect(harness.inputs('saveIntent')).toEqual([]);
  });

  test('RCHG-10 nothing is sent when nothing can be stored, and it is said', async () => {
    const harness = await atConfirm();
    harness.answers.saveIntent = refuse('systemBusy');
    await harness.send(confirm('k1', 'w1'));
    expect(harness.inputs('createOrder')).toEqual([]);
    expect(harness.inputs('closeWindow')).toEqual([{ windowRef: 'w1' }]);
    expect(harness.screen()).toMatchObject({
      name: 'confirm',
      notice: { kind: 'not-created', failure: failure('systemBusy') },
    });
  });
});

describe('an outcome that nobody knows', () => {
  test('RCHG-20 C18 it is looked up, then asked for again with the same key, and never called a failure', async () => {
    const harness = await atConfirm();
    harness.answers.createOrder = inTurn<OrderTicket>(LOST, LOST, ticket('o1'));
    await harness.send(confirm('k1'));
    expect(harness.screen()).toMatchObject({ name: 'uncertain', lookingUp: true, summary: choices() });
    expect(harness.inputs('lookUpOrder')).toEqual([]);
    await pass(1_000);
    expect(harness.inputs('lookUpOrder')).toHaveLength(1);
    expect(harness.inputs('createOrder')).toHaveLength(2);
    expect(harness.screen()).toMatchObject({ name: 'uncertain', lookingUp: true });
    await pass(3_000);
    expect(harness.inputs('createOrder')).toEqual(Array(3).fill({ intent: intent('k1') }));
    expect(harness.screen()).toMatchObject({ name: 'payment', ticket: { orderId: 'o1' } });
    expect(harness.inputs('closeWindow')).toEqual([]);
  });

  test('RCHG-20 C18 an order that is found is taken as made', async () => {
    const harness = await atConfirm();
    harness.answers.createOrder = refuse('stillProcessing', { code: 30_010 });
    harness.answers.lookUpOrder = async () => ticket('o1', null);
    await harness.send(confirm('k1', 'w1'));
    await pass(1_000);
    expect(harness.reports).toContainEqual({ type: 'order.created', ticket: ticket('o1'), windowRef: 'w1' });
    expect(harness.inputs('createOrder')).toHaveLength(1);
    expect(harness.inputs('clearIntent')).toEqual([{ key: 'k1' }]);
  });

  test('RCHG-20 C20 three follow-ups at 1, 3 and 9 s, then the player is asked when; the key stays', async () => {
    const harness = await atConfirm();
    harness.answers.createOrder = refuse('requestError', { status: 503 });
    await harness.send(confirm('k1', 'w1'));
    const sentAfter: number[] = [];
    for (const ms of [999, 1, 2_999, 1, 8_999, 1, 600_000]) {
      await pass(ms);
      sentAfter.push(harness.inputs('createOrder').length);
    }
    expect(sentAfter).toEqual([1, 2, 2, 3, 3, 4, 4]);
    expect(harness.screen()).toMatchObject({ name: 'uncertain', lookingUp: false });
    expect(harness.can(confirm('k2'))).toBe(false);
    expect(harness.inputs('closeWindow')).toEqual([]);

    await harness.send({ type: 'order.retry' });
    expect(harness.screen()).toMatchObject({ name: 'uncertain', lookingUp: true });
    await pass(3_000 + 9_000);
    expect(harness.inputs('createOrder')).toHaveLength(7);
    expect(harness.screen()).toMatchObject({ name: 'uncertain', lookingUp: false });

    harness.answers.createOrder = async () => ticket('o1');
    await harness.send({ type: 'order.retry' });
    expect(harness.inputs('createOrder')).toEqual(Array(8).fill({ intent: intent('k1') }));
    expect(harness.screen().name).toBe('payment');
    expect(harness.inputs('saveIntent')).toHaveLength(1);
  });

  test('RCHG-20 a look-up that fails sends nothing: without knowing, no second request', async () => {
    const harness = await atConfirm();
    harness.answers.createOrder = inTurn<OrderTicket>(LOST, ticket('o1'));
    harness.answers.lookUpOrder = inTurn<OrderTicket | null>(LOST, LOST, null);
    await harness.send(confirm('k1'));
    await pass(1_000 + 3_000);
    expect(harness.inputs('createOrder')).toHaveLength(1);
    await pass(9_000);
    expect(harness.inputs('createOrder')).toHaveLength(2);
    expect(harness.screen().name).toBe('payment');
  });

  test('C20 a server that names a time is given it, up to half a minute', async () => {
    const harness = await atConfirm();
    harness.answers.createOrder = refuse('requestError', { status: 429, retryAfterMs: 7_000 });
    await harness.send(confirm('k1'));
    await pass(6_999);
    expect(harness.inputs('lookUpOrder')).toHaveLength(0);
    await pass(1);
    expect(harness.inputs('lookUpOrder')).toHaveLength(1);
    harness.answers.createOrder = refuse('requestError', { status: 503, retryAfterMs: 3_600_000 });
    await pass(7_000);
    await pass(30_000);
    expect(harness.inputs('lookUpOrder')).toHaveLength(3);
  });

  test('RCHG-20 a definite answer of a repeated request ends the doubt', async () => {
    const harness = await atConfirm();
    harness.answers.createOrder = inTurn<OrderTicket>(
      LOST,
      failure('balanceInsufficient', { code: 40_001, msg: 'no' }),
    );
    await harness.send(confirm('k1', 'w1'));
    await pass(1_000);
    expect(harness.screen()).toMatchObject({
      name: 'confirm',
      notice: { kind: 'not-created', failure: { reason: 'balanceInsufficient', msg: 'no' } },
    });
    expect(harness.inputs('closeWindow')).toEqual([{ windowRef: 'w1' }]);
    expect(harness.inputs('clearIntent')).toEqual([{ key: 'k1' }]);
  });

  test('D12 RCHG-09 RCHG-20 a repeat without the role list is not sent, reloads the list and keeps the doubt', async () => {
    const harness = await atConfirm();
    harness.answers.createOrder = inTurn<OrderTicket>(LOST, failure('recipientNeeded'), ticket('o1'));
    await harness.send(confirm('k1', 'w1'));
    await pass(1_000);
    expect(harness.screen()).toMatchObject({ name: 'uncertain', summary: choices() });
    expect(harness.inputs('loadServers')).toHaveLength(2);
    expect(harness.inputs('clearIntent')).toEqual([]);
    await pass(3_000);
    expect(harness.inputs('createOrder')).toEqual(Array(3).fill({ intent: intent('k1') }));
    expect(harness.screen()).toMatchObject({ name: 'payment', ticket: { orderId: 'o1' } });
  });

  test('C6 C25 C26 a session that ends closes the waiting window and keeps the intent', async () => {
    const harness = await atConfirm();
    harness.answers.createOrder = refuse('signedOutByServer', { code: 20_002 });
    await harness.send(confirm('k1', 'w1'));
    expect(harness.screen().name).toBe('uncertain');
    harness.stop();
    await pass(60_000);
    expect(harness.inputs('closeWindow')).toEqual([{ windowRef: 'w1' }]);
    expect(harness.inputs('clearIntent')).toEqual([]);
    expect(harness.inputs('createOrder')).toHaveLength(1);
  });

  test.each<[Failure, boolean]>([
    [failure('timedOut'), true],
    [failure('requestError', { status: 500 }), true],
    [failure('offline'), true],
    [failure('protocolError'), true],
    [failure('stillProcessing', { code: 30_010 }), true],
    [failure('systemBusy', { status: 502 }), true],
    [failure('requestError', { status: 429 }), true],
    [failure('tokenFailure', { status: 203 }), true],
    [failure('unknownError'), true],
    [failure('unknownError', { code: 77_777, msg: 'limit reached' }), false],
    [failure('requestError', { status: 400 }), false],
    [failure('requestError', { status: 404 }), false],
    [failure('forbidden', { status: 403 }), false],
    [failure('systemBusy', { code: 10_002 }), false],
    [failure('priceChanged', { code: 30_005 }), false],
    [failure('keyReused', { code: 30_011 }), false],
    [failure('recipientNeeded'), false],
  ])('RCHG-20 C20 whether %j leaves the outcome open: %s', (given, open) => {
    expect(isOutcomeUnknown(given)).toBe(open);
  });
});

describe('a refusal asks only for what changed', () => {
  const refusedBy = async (refusal: Failure, given: Parameters<typeof startHarness>[0] = {}) => {
    const harness = await atConfirm(given);
    harness.answers.createOrder = async () => Promise.reject(refusal);
    return harness;
  };

  test('D12 RCHG-09 RCHG-06 without the cached role list the recipient is asked again, with a fresh list', async () => {
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
    expect(harness.inputs('clearIntent')).toEqual([{ key: 'k1' }]);
    await harness.send({ type: 'recipient.confirm' });
    expect(harness.screen()).toMatchObject({ name: 'confirm', notice: null, summary: choices() });
  });

  test('D12 RCHG-09 a resumed order without the role list asks for the recipient once a list is there', async () => {
    const harness = startHarness({ intent: intent('k1'), ports: { lookUpOrder: refuse('offline', { status: 500 }) } });
    await harness.send({ type: 'page.enter' });
    harness.answers.lookUpOrder = async () => null;
    harness.answers.createOrder = inTurn<OrderTicket>(
      failure('recipientNeeded'),
      failure('roleGone', { code: 30_002 }),
    );
    await pass(60_000);
    await harness.send({ type: 'order.retry' });
    await pass(60_000);
    expect(harness.screen()).toMatchObject({
      name: 'role',
      serverId: 's1',
      roleId: null,
      notice: { kind: 'role-gone' },
    });
  });

  test('RCHG-21 C28 role gone: the role step, with a fresh list', async () => {
    const harness = await refusedBy(failure('roleGone', { code: 30_002 }));
    harness.answers.loadServers = async () => [server('s1', ['r2'])];
    await harness.send(confirm('k1', 'w1'));
    expect(harness.inputs('loadServers')).toHaveLength(2);
    expect(harness.screen()).toMatchObject({
      name: 'role',
      serverId: 's1',
      roleId: null,
      roles: { state: 'ready', rows: [{ roleId: 'r2' }] },
      notice: { kind: 'role-gone' },
    });
    expect(harness.snapshot().value).toMatchObject({ wizard: { game: { role: 'choosing' } } });
    expect(harness.reports.at(-1)).toEqual({ type: 'step.entered', target: 'game', step: 'role', replace: true });
    expect(harness.inputs('closeWindow')).toEqual([{ windowRef: 'w1' }]);
    expect(harness.inputs('clearIntent')).toEqual([{ key: 'k1' }]);
  });

  test('RCHG-21 C31 maintenance: the server step with the selection kept, looked at again after 30 s', async () => {
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
    harness.answers.createOrder = async () => ticket('o1');
    await harness.send({ type: 'recipient.confirm' });
    expect(harness.screen()).toMatchObject({ name: 'confirm', summary: choices() });
    await harness.send(confirm('k2'));
    expect(harness.inputs('createOrder')).toMatchObject([{ intent: { key: 'k1' } }, { intent: { key: 'k2' } }]);
  });

  test('RCHG-21 item gone: the items, read again, with recipient and channel kept', async () => {
    const harness = await refusedBy(failure('itemGone', { code: 30_003 }));
    harness.answers.loadItems = async () => [item('i2', 999)];
    await harness.send(confirm('k1'));
    expect(harness.screen()).toMatchObject({
      name: 'item',
      items: { state: 'ready', rows: [item('i2', 999)] },
      notice: { kind: 'item-gone' },
      summary: { recipient: { roleId: 'r1' }, item: null },
    });
    await harness.send({ type: 'item.pick', itemId: 'i2' });
    expect(harness.screen()).toMatchObject({ name: 'confirm', summary: { channel: { fieldKey: 'c1' } } });
  });

  test('RCHG-21 an item that is gone cannot be picked again from the list before', async () => {
    const harness = await refusedBy(failure('itemGone', { code: 30_003 }));
    harness.answers.loadItems = held<readonly Item[]>().promise;
    await harness.send(confirm('k1'), { type: 'step.back' }, { type: 'step.goto', step: 'item' });
    expect(harness.screen()).toMatchObject({ name: 'item', items: { state: 'ready', rows: [item('i2', 999)] } });
    expect(harness.can(PICK_ITEM)).toBe(false);
  });

  test('RCHG-21 C32 price changed: old and new shown, confirmed again with a new key and the new price', async () => {
    const harness = await refusedBy(failure('priceChanged', { code: 30_005 }));
    const list = held<readonly Item[]>();
    harness.answers.loadItems = list.promise;
    await harness.send(confirm('k1'));
    expect(harness.screen()).toMatchObject({ name: 'confirm', busy: true, notice: null });
    expect(harness.can(confirm('k2'))).toBe(false);
    await list.answer([item('i1', 599), item('i2', 999)]);
    expect(harness.screen()).toMatchObject({
      name: 'confirm',
      busy: false,
      notice: { kind: 'price-changed', wasMinor: 499, isMinor: 599 },
      summary: { item: { price: { minor: 599 } } },
    });
    harness.answers.createOrder = async () => ticket('o1');
    await harness.send(confirm('k2'));
    expect(harness.inputs('createOrder')).toMatchObject([
      { intent: { key: 'k1', choices: { item: { price: { minor: 499 } } } } },
      { intent: { key: 'k2', choices: { item: { price: { minor: 599 } } } } },
    ]);
  });

  test('RCHG-21 C32 price changed and the item vanished meanwhile: the item step says so', async () => {
    const harness = await refusedBy(failure('priceChanged', { code: 30_005 }));
    harness.answers.loadItems = async () => [item('i2', 999)];
    await harness.send(confirm('k1'));
    expect(harness.screen()).toMatchObject({ name: 'item', notice: { kind: 'item-gone' }, items: { state: 'ready' } });
  });

  test('C32 a price that cannot be read again is not charged silently', async () => {
    const harness = await refusedBy(failure('priceChanged', { code: 30_005 }));
    harness.answers.loadItems = refuse('offline', { status: 500 });
    await harness.send(confirm('k1'));
    expect(harness.screen()).toMatchObject({
      name: 'confirm',
      busy: false,
      notice: { kind: 'not-created', failure: { reason: 'priceChanged' } },
    });
  });

  test('RCHG-21 C33 channel closed: the channels, read again, not the remembered one, other choices kept', async () => {
    const harness = await refusedBy(failure('channelClosed', { code: 30_004 }), {
      memory: { serverId: 's1', roleId: 'r1', channelCode: 'c2' },
    });
    await harness.send({ type: 'step.back' }, PICK_CHANNEL);
    harness.answers.loadChannels = async () => [channel('c1', false), channel('c2')];
    await harness.send(confirm('k1'));
    expect(harness.screen()).toMatchObject({
      name: 'channel',
      channels: { state: 'ready', rows: [channel('c1', false), channel('c2')] },
      notice: { kind: 'channel-closed' },
      summary: { item: { itemId: 'i1' }, channel: null },
    });
    await harness.send({ type: 'channel.pick', channelCode: 'c2' });
    expect(harness.screen()).toMatchObject({ name: 'confirm', notice: null });
  });

  test('RCHG-21 C31 what the server list learned while the order was made counts after its refusal', async () => {
    for (const [servers, expected] of [
      [[server('s1', ['r1'], 1)], { name: 'server', notice: { kind: 'maintenance' } }],
      [[server('s1', ['r2'])], { name: 'role', roleId: null, notice: { kind: 'role-gone' } }],
    ] as const) {
      const harness = await atConfirm();
      const answer = held<OrderTicket>();
      harness.answers.createOrder = answer.promise;
      harness.answers.loadServers = async () => servers;
      await harness.send(confirm('k1'), { type: 'page.leave' }, { type: 'page.enter' });
      expect(harness.screen().name).toBe('creating');
      await answer.fail(failure('channelClosed', { code: 30_004 }));
      expect(harness.screen()).toMatchObject({ serverId: 's1', ...expected });
    }
  });

  test('RCHG-09 ERRS-04 any other definite refusal says the server’s words and may be confirmed again', async () => {
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
  test('RCHG-14 a resubmission walks the same choices to the confirmation, checked again', async () => {
    const harness = await atConfirm();
    await harness.send(confirm('k1'));
    const ids = { serverId: 's1', roleId: 'r1', itemId: 'i1', channelCode: 'c1' };
    harness.answers.loadItems = async () => [item('i1', 599)];
    harness.forget();
    await harness.send({ type: 'order.resubmit', choices: ids });
    expect(harness.order()).toEqual([
      'saveDraft',
      'reportRole',
      'loadItems',
      'loadChannels',
      'loadCoinBalance',
      'saveDraft',
      'loadCoinBalance',
    ]);
    expect(harness.screen()).toMatchObject({
      name: 'confirm',
      notice: { kind: 'price-changed', wasMinor: 499, isMinor: 599 },
    });
    await harness.send(confirm('k2'));
    expect(harness.inputs('createOrder')).toMatchObject([{ intent: { key: 'k2' } }]);
    expect(harness.screen()).toMatchObject({ name: 'payment', ticket: { orderId: 'order-k2' } });
  });

  test('RCHG-14 RCHG-21 a resubmission stops at the choice that no longer holds', async () => {
    const ids = { serverId: 's1', roleId: 'r1', itemId: 'i1', channelCode: 'c1' };
    const stops = {
      role: { ids: { ...ids, roleId: 'r9' }, screen: { name: 'role', notice: { kind: 'role-gone' } } },
      server: {
        ids: { ...ids, serverId: 's3', roleId: 'r4' },
        screen: { name: 'server', notice: { kind: 'maintenance' } },
      },
      item: { ids: { ...ids, itemId: 'i9' }, screen: { name: 'item', notice: { kind: 'item-gone' } } },
      channel: { ids: { ...ids, channelCode: 'c3' }, screen: { name: 'channel', notice: { kind: 'channel-closed' } } },
    };
    for (const stop of Object.values(stops)) {
      const harness = await atConfirm();
      await harness.send({ type: 'order.resubmit', choices: stop.ids });
      expect(harness.screen()).toMatchObject(stop.screen);
    }
  });

  test('RCHG-13 an order that was put aside is brought to the front', async () => {
    const harness = await atConfirm();
    await harness.send({ type: 'order.show', ticket: ticket('o9', null) });
    expect(harness.screen()).toMatchObject({ name: 'payment', ticket: { orderId: 'o9' } });
    expect(harness.inputs('createOrder')).toEqual([]);
  });

  test('RCHG-15 going on after an order starts at the items, for the same recipient', async () => {
    const harness = await atConfirm();
    await harness.send(confirm('k1'), { type: 'recharge.restart' });
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

  test('RCHG-15 going on after a shown order keeps the recipient of the wizard, if there was one', async () => {
    const other = ticket('o9', choices({ recipient: { ...choices().recipient, roleId: 'r2' } }));
    const chosen = await atConfirm();
    await chosen.send({ type: 'order.show', ticket: other }, { type: 'recharge.restart' });
    expect(chosen.inputs('loadItems')).toHaveLength(2);
    expect(chosen.inputs('loadItems').at(-1)).toEqual({ serverId: 's1', roleId: 'r1' });
    const half = startHarness();
    await half.send({ type: 'page.enter' }, { type: 'server.pick', serverId: 's2' });
    await half.send({ type: 'order.show', ticket: other }, { type: 'recharge.restart' });
    expect(half.inputs('loadItems')).toEqual([{ serverId: 's1', roleId: 'r2' }]);
  });

  test('RCHG-15 going on after a shown order takes its recipient', async () => {
    const harness = startHarness({
      order: ticket('o1', choices({ recipient: { ...choices().recipient, roleId: 'r2' } })),
    });
    await harness.send({ type: 'page.enter' }, { type: 'recharge.restart' });
    expect(harness.inputs('loadItems')).toEqual([{ serverId: 's1', roleId: 'r2' }]);
    const unknown = startHarness({ order: ticket('o1', null) });
    await unknown.send({ type: 'page.enter' }, { type: 'recharge.restart' });
    expect(unknown.screen()).toMatchObject({ name: 'server', servers: { rows: SERVERS }, serverId: null });
    await unknown.send(PICK_SERVER, PICK_ROLE);
    expect(unknown.screen().name).toBe('item');
  });
});
