import { beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import type { Channel, Item, OrderTicket } from '../../machines/order/order.types.ts';
import type { RechargeEvent } from '../../machines/recharge/recharge.types.ts';
import type { WizardStep } from '../../machines/wizard/wizard.types.ts';
import {
  BACK,
  CHANNELS,
  confirm,
  deferred,
  ENTER,
  goTo,
  ITEMS,
  inTurn,
  PICK_CHANNEL,
  PICK_ITEM,
  PICK_ROLE,
  PICK_SERVER,
  pickRole,
  pickServer,
  RETRY,
  refuse,
  startHarness,
  TO_CONFIRM,
} from './recharge-harness.ts';

beforeEach(() => void vi.useFakeTimers());

const OTHER_ITEM: RechargeEvent = { type: 'item.pick', itemId: 'i2' };
const TO_ITEMS = [ENTER, PICK_SERVER, PICK_ROLE] as const;
const entered = (step: WizardStep, replace: boolean) => ({ type: 'step.entered', target: 'game', step, replace });

/** A wizard with these responses, after these events. */
const wizardAfter = (
  ports: NonNullable<Parameters<typeof startHarness>[0]>['ports'],
  ...events: readonly RechargeEvent[]
) => startHarness({ ports: ports ?? {} }).after(...events);

describe('items and channels', () => {
  test('the recipient’s items are offered with price and E Points (RCHG-05)', async () => {
    const list = deferred<readonly Item[]>();
    const harness = await wizardAfter({ loadItems: list.promise }, ...TO_ITEMS);
    expect(harness.screen()).toMatchObject({ name: 'item', items: { state: 'loading' } });
    await list.resolve(ITEMS);
    expect(harness.screen()).toMatchObject({ items: { state: 'ready', rows: ITEMS, refreshing: false } });
    expect(harness.inputs('loadItems')).toEqual([{ serverId: 's1', roleId: 'r1' }]);
    expect(harness.can({ type: 'item.pick', itemId: 'i9' })).toBe(false);
    await harness.send(OTHER_ITEM);
    expect(harness.screen()).toMatchObject({ summary: { item: { itemId: 'i2', epointPrice: 999 } } });
  });

  test('the channels for recipient and item are offered; a closed one cannot be chosen (RCHG-08)', async () => {
    const list = deferred<readonly Channel[]>();
    const harness = await wizardAfter({ loadChannels: list.promise }, ...TO_ITEMS, PICK_ITEM);
    expect(harness.screen()).toMatchObject({ name: 'channel', channels: { state: 'loading' } });
    await list.resolve(CHANNELS);
    expect(harness.inputs('loadChannels')).toEqual([{ serverId: 's1', roleId: 'r1', itemId: 'i1' }]);
    expect(harness.screen()).toMatchObject({ channels: { state: 'ready', rows: CHANNELS } });
    const codes = ['c1', 'c3', 'c9'].filter((channelCode) => harness.can({ type: 'channel.pick', channelCode }));
    expect(codes).toEqual(['c1']);
  });

  test('a failed and an empty list have a working retry (RCHG-05, RCHG-08, ERRS-06)', async () => {
    const lost = failure('timedOut', { status: 500 });
    const loadItems = inTurn<readonly Item[]>(lost, [], ITEMS);
    const loadChannels = inTurn<readonly Channel[]>(lost, [], CHANNELS);
    const harness = await wizardAfter({ loadItems, loadChannels }, ...TO_ITEMS);
    expect(harness.screen()).toMatchObject({ items: { state: 'failed', failure: lost } });
    expect(await harness.screenAfter(RETRY)).toMatchObject({ items: { state: 'empty' } });
    await harness.send(RETRY);
    expect([harness.screen(), harness.can(RETRY)]).toMatchObject([{ items: { state: 'ready' } }, false]);
    expect(await harness.screenAfter(PICK_ITEM)).toMatchObject({ name: 'channel', channels: { state: 'failed' } });
    await harness.send(BACK);
    expect(harness.reachable()).toEqual(['server', 'role']);
    expect(await harness.screenAfter(PICK_ITEM)).toMatchObject({ name: 'channel', channels: { state: 'empty' } });
    expect(await harness.screenAfter(RETRY)).toMatchObject({ name: 'channel', channels: { state: 'ready' } });
  });

  test('a list request that refuses an earlier choice leads back to that step (RCHG-21)', async () => {
    const loadChannels = refuse('itemGone', { code: 30_003 });
    const harness = await wizardAfter({ loadItems: refuse('roleGone', { code: 30_002 }), loadChannels }, ...TO_ITEMS);
    expect(harness.seen()).toBe('role s1/-: - - -, role-gone');
    expect(harness.inputs('loadServers')).toHaveLength(2);
    harness.responses.loadItems = async () => ITEMS;
    expect(await harness.send(PICK_ROLE, PICK_ITEM)).toBe('item: s1.r1 - -, item-gone');
    harness.responses.loadItems = refuse('serverMaintenance', { code: 30_001 });
    expect(await harness.send(BACK, PICK_ROLE)).toBe('server s1/r1: s1.r1 - -, maintenance');
  });

  test('the balance is reloaded on the way to the order, and a failure there blocks nothing (EPNT-05)', async () => {
    const harness = await wizardAfter({}, ...TO_CONFIRM);
    expect(harness.screen()).toMatchObject({ name: 'confirm', summary: { coinBalance: 4_200 } });
    expect(harness.inputs('loadCoinBalance')).toHaveLength(2);
    harness.responses.loadCoinBalance = refuse('requestError', { status: 500 });
    await harness.send(BACK, PICK_CHANNEL);
    expect(harness.screen()).toMatchObject({ name: 'confirm', notice: null, summary: { coinBalance: null } });
    expect(harness.can(confirm('k1'))).toBe(true);
  });
});

describe('going back', () => {
  test('back goes one step at a time and keeps valid choices (RCHG-15)', async () => {
    const harness = await wizardAfter({}, ...TO_CONFIRM);
    expect(harness.reachable()).toEqual(['server', 'role', 'item', 'channel']);
    const steps: string[] = [];
    while (harness.can(BACK)) {
      await harness.send(BACK);
      steps.push(harness.screen().name);
    }
    expect(steps).toEqual(['channel', 'item', 'role', 'server']);
    expect(await harness.send({ type: 'recipient.confirm' })).toBe('confirm: s1.r1 i1 c1');
  });

  test('another role or server clears item and channel (RCHG-15)', async () => {
    const harness = await wizardAfter({}, ...TO_CONFIRM, goTo('role'), pickRole('s1', 'r2'));
    expect(harness.seen()).toBe('item: s1.r2 - -');
    harness.responses.loadItems = deferred<readonly Item[]>().promise;
    await harness.send(BACK, PICK_ROLE, BACK);
    expect(harness.reachable()).toEqual(['server']);
    const moved = await wizardAfter({}, ...TO_CONFIRM, goTo('server'), pickServer('s2'));
    expect([moved.seen(), moved.reachable()]).toEqual(['role s2/-: - - -', ['server']]);
    await moved.send(goTo('confirm'));
    expect(moved.screen().name).toBe('role');
  });

  test('only reachable steps can be entered (RCHG-15)', async () => {
    const harness = await wizardAfter({}, ...TO_ITEMS);
    harness.clearCalls();
    expect(harness.reachable()).toEqual(['server', 'role']);
    await harness.send(goTo('channel'), goTo('confirm'), goTo('payment'));
    expect(harness.reports).toEqual(Array(3).fill(entered('item', true)));
    harness.clearCalls();
    const moves = ['role', 'server', 'confirm', 'item', 'channel'] as const;
    await harness.send(PICK_ITEM, PICK_CHANNEL, ...moves.map(goTo));
    expect(harness.reports).toEqual((['channel', 'confirm', ...moves] as const).map((step) => entered(step, false)));
  });

  test('back never leaves the payment and never creates a second order (RCHG-15, C4)', async () => {
    const harness = await wizardAfter({}, ...TO_CONFIRM, confirm('k1'));
    harness.clearCalls();
    expect(harness.reachable()).toEqual([]);
    await harness.send(BACK, goTo('confirm'), goTo('item'), confirm('k2'));
    expect([harness.seen(), harness.order()]).toEqual(['payment order-k1: s1.r1 i1 c1', []]);
    expect(harness.reports).toEqual(Array(3).fill(entered('payment', true)));
  });
});

describe('notices', () => {
  const refusedBy = (reason: 'balanceInsufficient' | 'itemGone' | 'channelClosed') =>
    wizardAfter({ createOrder: refuse(reason, { code: 30_000 }) }, ...TO_CONFIRM, confirm('k1'));

  test.each([BACK, ...(['server', 'role', 'item', 'channel'] as const).map(goTo), { type: 'notice.dismiss' } as const])(
    'a notice disappears when the player moves, and not before: %j (RCHG-21)',
    async (move) => {
      const harness = await refusedBy('balanceInsufficient');
      expect(harness.seen()).toBe('confirm: s1.r1 i1 c1, not-created balanceInsufficient');
      await harness.send(move);
      expect(harness.snapshot().context.notice).toBeNull();
    },
  );

  test.each([
    ['itemGone', OTHER_ITEM],
    ['itemGone', BACK],
    ['channelClosed', BACK],
  ] as const)('a notice of %s disappears when the player continues with %j (RCHG-21)', async (reason, move) => {
    const harness = await refusedBy(reason);
    expect(harness.snapshot().context.notice).not.toBeNull();
    await harness.send(move);
    expect(harness.snapshot().context.notice).toBeNull();
  });

  test('confirming again, or going forward to the confirmation, clears the notice too (RCHG-15, RCHG-21)', async () => {
    const again = await refusedBy('balanceInsufficient');
    again.responses.createOrder = deferred<OrderTicket>().promise;
    await again.send(confirm('k2'));
    expect(again.snapshot().context.notice).toBeNull();
    const closed = await wizardAfter({}, ...TO_CONFIRM, goTo('server'), pickServer('s3'));
    expect(closed.seen()).toBe('server s1/r1: s1.r1 i1 c1, maintenance');
    await closed.send(goTo('confirm'));
    expect(closed.seen()).toBe('confirm: s1.r1 i1 c1');
  });
});
