import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import type { Channel, Item } from '../../machines/order/order.types.ts';
import type { RechargeEvent } from '../../machines/recharge/recharge.types.ts';
import type { WizardStep } from '../../machines/wizard/wizard.types.ts';
import {
  CHANNELS,
  confirm,
  deferred,
  ENTER,
  ITEMS,
  inTurn,
  PICK_CHANNEL,
  PICK_ITEM,
  PICK_ROLE,
  PICK_SERVER,
  refuse,
  startHarness,
  TO_CONFIRM,
  ticket,
} from './recharge-harness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const OTHER_ROLE: RechargeEvent = { type: 'role.pick', serverId: 's1', roleId: 'r2' };
const OTHER_ITEM: RechargeEvent = { type: 'item.pick', itemId: 'i2' };
const BACK: RechargeEvent = { type: 'step.back' };
const goTo = (step: WizardStep): RechargeEvent => ({ type: 'step.goto', step });
const entered = (step: WizardStep, replace: boolean) => ({ type: 'step.entered', target: 'game', step, replace });

describe('items', () => {
  test('the recipient’s items are offered with price and E Points (RCHG-05)', async () => {
    const harness = startHarness();
    const list = deferred<readonly Item[]>();
    harness.responses.loadItems = list.promise;
    await harness.send(ENTER, PICK_SERVER, PICK_ROLE);
    expect(harness.screen()).toMatchObject({ name: 'item', items: { state: 'loading' } });
    await list.resolve(ITEMS);
    expect(harness.screen()).toMatchObject({ name: 'item', items: { state: 'ready', rows: ITEMS, refreshing: false } });
    expect(harness.inputs('loadItems')).toEqual([{ serverId: 's1', roleId: 'r1' }]);
    expect(harness.can({ type: 'item.pick', itemId: 'i9' })).toBe(false);
    await harness.send(OTHER_ITEM);
    expect(harness.screen()).toMatchObject({ summary: { item: { itemId: 'i2', epointPrice: 999 } } });
  });

  test('a failed and an empty item list have a working retry (RCHG-05, ERRS-06)', async () => {
    const harness = startHarness();
    harness.responses.loadItems = inTurn<readonly Item[]>(failure('offline', { status: 500 }), [], ITEMS);
    await harness.send(ENTER, PICK_SERVER, PICK_ROLE);
    expect(harness.screen()).toMatchObject({
      items: { state: 'failed', failure: failure('offline', { status: 500 }) },
    });
    await harness.send({ type: 'load.retry' });
    expect(harness.screen()).toMatchObject({ items: { state: 'empty' } });
    await harness.send({ type: 'load.retry' });
    expect(harness.screen()).toMatchObject({ items: { state: 'ready', rows: ITEMS } });
    expect(harness.can({ type: 'load.retry' })).toBe(false);
  });
});

describe('channels', () => {
  test('the channels for recipient and item are offered; a closed one cannot be chosen (RCHG-08)', async () => {
    const harness = startHarness();
    const list = deferred<readonly Channel[]>();
    harness.responses.loadChannels = list.promise;
    await harness.send(ENTER, PICK_SERVER, PICK_ROLE, PICK_ITEM);
    expect(harness.screen()).toMatchObject({ name: 'channel', channels: { state: 'loading' } });
    await list.resolve(CHANNELS);
    expect(harness.inputs('loadChannels')).toEqual([{ serverId: 's1', roleId: 'r1', itemId: 'i1' }]);
    expect(harness.screen()).toMatchObject({ name: 'channel', channels: { state: 'ready', rows: CHANNELS } });
    expect(harness.can({ type: 'channel.pick', channelCode: 'c3' })).toBe(false);
    expect(harness.can({ type: 'channel.pick', channelCode: 'c9' })).toBe(false);
    await harness.send({ type: 'channel.pick', channelCode: 'c3' });
    expect(harness.screen().name).toBe('channel');
    await harness.send(PICK_CHANNEL);
    expect(harness.screen()).toMatchObject({ name: 'confirm', summary: { channel: { fieldKey: 'c1' } } });
  });

  test('a failed and an empty channel list have a working retry (RCHG-08, ERRS-06)', async () => {
    const harness = startHarness();
    harness.responses.loadChannels = inTurn<readonly Channel[]>(failure('timedOut', { status: 500 }), [], CHANNELS);
    await harness.send(ENTER, PICK_SERVER, PICK_ROLE, PICK_ITEM);
    expect(harness.screen()).toMatchObject({ name: 'channel', channels: { state: 'failed' } });
    await harness.send(BACK);
    expect(harness.reachable()).toEqual(['server', 'role']);
    await harness.send(PICK_ITEM);
    expect(harness.screen()).toMatchObject({ name: 'channel', channels: { state: 'empty' } });
    await harness.send({ type: 'load.retry' });
    expect(harness.screen()).toMatchObject({ name: 'channel', channels: { state: 'ready' } });
  });

  test('a list request that refuses an earlier choice leads back to that step (RCHG-21)', async () => {
    const harness = startHarness();
    harness.responses.loadItems = refuse('roleGone', { code: 30_002 });
    await harness.send(ENTER, PICK_SERVER, PICK_ROLE);
    expect(harness.screen()).toMatchObject({ name: 'role', roleId: null, notice: { kind: 'role-gone' } });
    expect(harness.inputs('loadServers')).toHaveLength(2);
    harness.responses.loadItems = async () => ITEMS;
    harness.responses.loadChannels = refuse('itemGone', { code: 30_003 });
    await harness.send(PICK_ROLE, PICK_ITEM);
    expect(harness.screen()).toMatchObject({ name: 'item', notice: { kind: 'item-gone' }, summary: { item: null } });
    harness.responses.loadItems = refuse('serverMaintenance', { code: 30_001 });
    await harness.send(BACK, PICK_ROLE);
    expect(harness.screen()).toMatchObject({ name: 'server', serverId: 's1', notice: { kind: 'maintenance' } });
  });
});

describe('E Point', () => {
  test('the balance is reloaded on the way to the order, and a failure there blocks nothing (EPNT-05)', async () => {
    const harness = startHarness();
    await harness.send(...TO_CONFIRM);
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
    const harness = startHarness();
    await harness.send(...TO_CONFIRM);
    expect(harness.reachable()).toEqual(['server', 'role', 'item', 'channel']);
    const steps: string[] = [];
    while (harness.can(BACK)) {
      await harness.send(BACK);
      steps.push(harness.screen().name);
    }
    expect(steps).toEqual(['channel', 'item', 'role', 'server']);
    expect(harness.screen()).toMatchObject({ summary: { recipient: { roleId: 'r1' }, item: { itemId: 'i1' } } });
    await harness.send({ type: 'recipient.confirm' });
    expect(harness.screen()).toMatchObject({
      name: 'confirm',
      summary: { recipient: { roleId: 'r1' }, item: { itemId: 'i1' }, channel: { fieldKey: 'c1' } },
    });
  });

  test('another role or server clears item and channel (RCHG-15)', async () => {
    const harness = startHarness();
    await harness.send(...TO_CONFIRM, goTo('role'), OTHER_ROLE);
    expect(harness.screen()).toMatchObject({ name: 'item', summary: { item: null, channel: null } });
    harness.responses.loadItems = deferred<readonly Item[]>().promise;
    await harness.send(BACK, PICK_ROLE, BACK);
    expect(harness.reachable()).toEqual(['server']);
    const moved = startHarness();
    await moved.send(...TO_CONFIRM, goTo('server'), { type: 'server.pick', serverId: 's2' });
    expect(moved.screen()).toMatchObject({
      name: 'role',
      roleId: null,
      summary: { recipient: null, item: null, channel: null },
    });
    expect(moved.reachable()).toEqual(['server']);
    await moved.send(goTo('confirm'));
    expect(moved.screen().name).toBe('role');
  });

  test('only reachable steps can be entered (RCHG-15)', async () => {
    const harness = startHarness();
    await harness.send(ENTER, PICK_SERVER, PICK_ROLE);
    harness.clearCalls();
    expect(harness.reachable()).toEqual(['server', 'role']);
    for (const step of ['channel', 'confirm', 'payment'] as const) await harness.send(goTo(step));
    expect(harness.screen().name).toBe('item');
    expect(harness.reports).toEqual([entered('item', true), entered('item', true), entered('item', true)]);
    harness.clearCalls();
    await harness.send(
      PICK_ITEM,
      PICK_CHANNEL,
      goTo('role'),
      goTo('server'),
      goTo('confirm'),
      goTo('item'),
      goTo('channel'),
    );
    expect(harness.reports).toEqual([
      entered('channel', false),
      entered('confirm', false),
      entered('role', false),
      entered('server', false),
      entered('confirm', false),
      entered('item', false),
      entered('channel', false),
    ]);
  });

  test('back never leaves the payment and never creates a second order (RCHG-15, C4)', async () => {
    const harness = startHarness();
    await harness.send(...TO_CONFIRM, confirm('k1'));
    harness.clearCalls();
    expect(harness.reachable()).toEqual([]);
    await harness.send(BACK, goTo('confirm'), goTo('item'), confirm('k2'));
    expect(harness.screen()).toMatchObject({ name: 'payment', ticket: { orderId: 'order-k1' } });
    expect(harness.reports).toEqual([entered('payment', true), entered('payment', true), entered('payment', true)]);
    expect(harness.order()).toEqual([]);
  });
});

describe('notices', () => {
  test('a notice disappears when the player moves, and not before (RCHG-21)', async () => {
    const moves: readonly RechargeEvent[] = [
      BACK,
      goTo('server'),
      goTo('role'),
      goTo('item'),
      goTo('channel'),
      { type: 'notice.dismiss' },
    ];
    for (const move of moves) {
      const harness = startHarness();
      harness.responses.createOrder = refuse('balanceInsufficient', { code: 40_001 });
      await harness.send(...TO_CONFIRM, confirm('k1'));
      expect(harness.snapshot().context.notice?.kind).toBe('not-created');
      await harness.send(move);
      expect(harness.snapshot().context.notice, JSON.stringify(move)).toBeNull();
    }
  });

  test('continuing or confirming again clears the notice too (RCHG-21)', async () => {
    const gone = async () => {
      const harness = startHarness();
      harness.responses.createOrder = refuse('itemGone', { code: 30_003 });
      await harness.send(...TO_CONFIRM, confirm('k1'));
      expect(harness.screen()).toMatchObject({ name: 'item', notice: { kind: 'item-gone' } });
      return harness;
    };
    for (const move of [OTHER_ITEM, BACK] as const) {
      const harness = await gone();
      await harness.send(move);
      expect(harness.snapshot().context.notice, JSON.stringify(move)).toBeNull();
    }
    const closed = startHarness();
    closed.responses.createOrder = inTurn(failure('channelClosed', { code: 30_004 }), ticket('o1'));
    await closed.send(...TO_CONFIRM, confirm('k1'));
    expect(closed.screen()).toMatchObject({ name: 'channel', notice: { kind: 'channel-closed' } });
    await closed.send(BACK);
    expect(closed.screen()).toMatchObject({ name: 'item', notice: null });

    const again = startHarness();
    const response = deferred<never>();
    again.responses.createOrder = inTurn<never>(failure('balanceInsufficient', { code: 40_001 }));
    await again.send(...TO_CONFIRM, confirm('k1'));
    again.responses.createOrder = response.promise;
    await again.send(confirm('k2'));
    expect(again.snapshot().context.notice).toBeNull();
  });

  test('going forward to the confirmation clears the notice (RCHG-15)', async () => {
    const harness = startHarness();
    await harness.send(...TO_CONFIRM, goTo('server'), { type: 'server.pick', serverId: 's3' });
    expect(harness.screen()).toMatchObject({ name: 'server', notice: { kind: 'maintenance' } });
    await harness.send(goTo('confirm'));
    expect(harness.screen()).toMatchObject({ name: 'confirm', notice: null });
  });
});
