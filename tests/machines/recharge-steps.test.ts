import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import type { Channel, Item } from '../../machines/order/order.types.ts';
import type { RechargeEvent } from '../../machines/recharge/recharge.types.ts';
import type { WizardStep } from '../../machines/wizard/wizard.types.ts';
import {
  CHANNELS,
  channel,
  confirm,
  ENTER,
  held,
  ITEMS,
  inTurn,
  item,
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
  test('RCHG-05 the items of the recipient are offered with price and E Points', async () => {
    const harness = startHarness();
    const list = held<readonly Item[]>();
    harness.answers.loadItems = list.promise;
    await harness.send(ENTER, PICK_SERVER, PICK_ROLE);
    expect(harness.screen()).toMatchObject({ name: 'item', items: { state: 'loading' } });
    await list.answer(ITEMS);
    expect(harness.screen()).toMatchObject({ name: 'item', items: { state: 'ready', rows: ITEMS, refreshing: false } });
    expect(harness.inputs('loadItems')).toEqual([{ serverId: 's1', roleId: 'r1' }]);
    expect(harness.can({ type: 'item.pick', itemId: 'i9' })).toBe(false);
    await harness.send(OTHER_ITEM);
    expect(harness.screen()).toMatchObject({ summary: { item: { itemId: 'i2', epointPrice: 999 } } });
  });

  test('RCHG-05 ERRS-06 a failing and an empty item list have a retry that works', async () => {
    const harness = startHarness();
    harness.answers.loadItems = inTurn<readonly Item[]>(failure('offline', { status: 500 }), [], ITEMS);
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

  test('RCHG-17 the late answer of an abandoned list changes nothing', async () => {
    const harness = startHarness();
    const late = held<readonly Item[]>();
    harness.answers.loadItems = late.promise;
    await harness.send(ENTER, PICK_SERVER, PICK_ROLE, BACK);
    expect(harness.lastCall('loadItems')?.aborted()).toBe(true);
    harness.answers.loadItems = async () => ITEMS;
    await harness.send(OTHER_ROLE);
    await late.answer([item('i7', 1)]);
    expect(harness.screen()).toMatchObject({ name: 'item', items: { rows: ITEMS } });
  });
});

describe('channels', () => {
  test('RCHG-08 the channels of recipient and item are offered; a closed one cannot be chosen', async () => {
    const harness = startHarness();
    await harness.send(ENTER, PICK_SERVER, PICK_ROLE, PICK_ITEM);
    expect(harness.inputs('loadChannels')).toEqual([{ serverId: 's1', roleId: 'r1', itemId: 'i1' }]);
    expect(harness.screen()).toMatchObject({ name: 'channel', channels: { state: 'ready', rows: CHANNELS } });
    expect(harness.can({ type: 'channel.pick', channelCode: 'c3' })).toBe(false);
    expect(harness.can({ type: 'channel.pick', channelCode: 'c9' })).toBe(false);
    await harness.send({ type: 'channel.pick', channelCode: 'c3' });
    expect(harness.screen().name).toBe('channel');
    await harness.send(PICK_CHANNEL);
    expect(harness.screen()).toMatchObject({ name: 'confirm', summary: { channel: { fieldKey: 'c1' } } });
  });

  test('RCHG-08 ERRS-06 failing and missing channels have a retry that works', async () => {
    const harness = startHarness();
    harness.answers.loadChannels = inTurn<readonly Channel[]>(failure('timedOut', { status: 500 }), [], CHANNELS);
    await harness.send(ENTER, PICK_SERVER, PICK_ROLE, PICK_ITEM);
    expect(harness.screen()).toMatchObject({ name: 'channel', channels: { state: 'failed' } });
    await harness.send(BACK);
    expect(harness.reachable()).toEqual(['server', 'role']);
    await harness.send(PICK_ITEM);
    expect(harness.screen()).toMatchObject({ name: 'channel', channels: { state: 'empty' } });
    await harness.send({ type: 'load.retry' });
    expect(harness.screen()).toMatchObject({ name: 'channel', channels: { state: 'ready' } });
  });

  test('RCHG-18 the last channel goes without asking while it is open', async () => {
    const memory = { serverId: 's1', roleId: 'r1', channelCode: 'c2' };
    const harness = startHarness({ memory });
    await harness.send(ENTER, { type: 'recipient.confirm' }, PICK_ITEM);
    expect(harness.screen()).toMatchObject({ name: 'confirm', summary: { channel: { fieldKey: 'c2' } } });

    const closed = startHarness({ memory: { ...memory, channelCode: 'c3' } });
    await closed.send(ENTER, { type: 'recipient.confirm' }, PICK_ITEM);
    expect(closed.screen()).toMatchObject({ name: 'channel', notice: null });
  });

  test('RCHG-21 what the server says of an earlier choice while it lists is asked again', async () => {
    const harness = startHarness();
    harness.answers.loadItems = refuse('roleGone', { code: 30_002 });
    await harness.send(ENTER, PICK_SERVER, PICK_ROLE);
    expect(harness.screen()).toMatchObject({ name: 'role', roleId: null, notice: { kind: 'role-gone' } });
    expect(harness.inputs('loadServers')).toHaveLength(2);
    harness.answers.loadItems = async () => ITEMS;
    harness.answers.loadChannels = refuse('itemGone', { code: 30_003 });
    await harness.send(PICK_ROLE, PICK_ITEM);
    expect(harness.screen()).toMatchObject({ name: 'item', notice: { kind: 'item-gone' }, summary: { item: null } });
    harness.answers.loadItems = refuse('serverMaintenance', { code: 30_001 });
    await harness.send(BACK, PICK_ROLE);
    expect(harness.screen()).toMatchObject({ name: 'server', serverId: 's1', notice: { kind: 'maintenance' } });
  });
});

describe('E Point', () => {
  test('EPNT-05 the balance is read again on the way to the order, and a failure there harms nothing', async () => {
    const harness = startHarness();
    await harness.send(...TO_CONFIRM);
    expect(harness.screen()).toMatchObject({ name: 'confirm', summary: { coinBalance: 4_200 } });
    expect(harness.inputs('loadCoinBalance')).toHaveLength(2);
    harness.answers.loadCoinBalance = refuse('requestError', { status: 500 });
    await harness.send(BACK, PICK_CHANNEL);
    expect(harness.screen()).toMatchObject({ name: 'confirm', notice: null, summary: { coinBalance: null } });
    expect(harness.can(confirm('k1'))).toBe(true);
  });
});

describe('going back', () => {
  test('RCHG-15 back goes one step at a time and keeps what holds', async () => {
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

  test('RCHG-15 another role or server drops item and channel', async () => {
    const harness = startHarness();
    await harness.send(...TO_CONFIRM, goTo('role'), OTHER_ROLE);
    expect(harness.screen()).toMatchObject({ name: 'item', summary: { item: null, channel: null } });
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

  test('RCHG-15 another item has the channel checked for it: kept while open, asked again when closed', async () => {
    const harness = startHarness();
    await harness.send(...TO_CONFIRM, goTo('item'), OTHER_ITEM);
    expect(harness.screen()).toMatchObject({
      name: 'confirm',
      summary: { item: { itemId: 'i2' }, channel: { fieldKey: 'c1' } },
    });
    harness.answers.loadChannels = async () => [channel('c1', false), channel('c2')];
    await harness.send(goTo('item'), PICK_ITEM);
    expect(harness.screen()).toMatchObject({
      name: 'channel',
      notice: { kind: 'channel-closed' },
      summary: { item: { itemId: 'i1' }, channel: null },
    });
  });

  test('RCHG-15 only reachable steps can be gone to', async () => {
    const harness = startHarness();
    await harness.send(ENTER, PICK_SERVER, PICK_ROLE);
    harness.forget();
    expect(harness.reachable()).toEqual(['server', 'role']);
    for (const step of ['channel', 'confirm', 'payment'] as const) await harness.send(goTo(step));
    expect(harness.screen().name).toBe('item');
    expect(harness.reports).toEqual([entered('item', true), entered('item', true), entered('item', true)]);
    harness.forget();
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

  test('RCHG-15 C4 asking for the step one is at is answered by nothing', async () => {
    const harness = startHarness();
    await harness.send(...TO_CONFIRM);
    harness.forget();
    await harness.send(goTo('confirm'));
    expect([harness.reports, harness.order(), harness.screen().name]).toEqual([[], [], 'confirm']);
  });

  test('RCHG-15 C4 back never leaves the payment and never orders again', async () => {
    const harness = startHarness();
    await harness.send(...TO_CONFIRM, confirm('k1'));
    harness.forget();
    expect(harness.reachable()).toEqual([]);
    await harness.send(BACK, goTo('confirm'), goTo('item'), confirm('k2'));
    expect(harness.screen()).toMatchObject({ name: 'payment', ticket: { orderId: 'order-k1' } });
    expect(harness.reports).toEqual([entered('payment', true), entered('payment', true), entered('payment', true)]);
    expect(harness.order()).toEqual([]);
  });

  test('RCHG-15 C4 neither back, nor a step, nor another order leaves an order that is being made', async () => {
    const harness = startHarness();
    const answer = held<ReturnType<typeof ticket>>();
    harness.answers.createOrder = answer.promise;
    await harness.send(...TO_CONFIRM, confirm('k1'));
    harness.forget();
    const resubmit = { serverId: 's1', roleId: 'r1', itemId: 'i2', channelCode: 'c1' };
    await harness.send(BACK, goTo('item'), { type: 'order.show', ticket: ticket('o9') });
    await harness.send({ type: 'order.resubmit', choices: resubmit }, { type: 'recharge.restart' });
    expect(harness.screen().name).toBe('creating');
    expect(harness.reports).toEqual([entered('confirm', true), entered('confirm', true)]);
    await answer.answer(ticket('o1'));
    expect(harness.screen()).toMatchObject({ name: 'payment', ticket: { orderId: 'o1' } });
  });
});

describe('what was said', () => {
  test('RCHG-21 a notice is gone once the player moves, and not before', async () => {
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
      harness.answers.createOrder = refuse('balanceInsufficient', { code: 40_001 });
      await harness.send(...TO_CONFIRM, confirm('k1'));
      expect(harness.snapshot().context.notice?.kind).toBe('not-created');
      await harness.send(move);
      expect(harness.snapshot().context.notice, JSON.stringify(move)).toBeNull();
    }
  });

  test('RCHG-21 going on or confirming again takes the notice away too', async () => {
    const gone = async () => {
      const harness = startHarness();
      harness.answers.createOrder = refuse('itemGone', { code: 30_003 });
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
    closed.answers.createOrder = inTurn(failure('channelClosed', { code: 30_004 }), ticket('o1'));
    await closed.send(...TO_CONFIRM, confirm('k1'));
    expect(closed.screen()).toMatchObject({ name: 'channel', notice: { kind: 'channel-closed' } });
    await closed.send(BACK);
    expect(closed.screen()).toMatchObject({ name: 'item', notice: null });

    const again = startHarness();
    const answer = held<never>();
    again.answers.createOrder = inTurn<never>(failure('balanceInsufficient', { code: 40_001 }));
    await again.send(...TO_CONFIRM, confirm('k1'));
    again.answers.createOrder = answer.promise;
    await again.send(confirm('k2'));
    expect(again.snapshot().context.notice).toBeNull();
  });

  test('RCHG-15 forward to the confirmation, past a notice, clears it', async () => {
    const harness = startHarness();
    await harness.send(...TO_CONFIRM, goTo('server'), { type: 'server.pick', serverId: 's3' });
    expect(harness.screen()).toMatchObject({ name: 'server', notice: { kind: 'maintenance' } });
    await harness.send(goTo('confirm'));
    expect(harness.screen()).toMatchObject({ name: 'confirm', notice: null });
  });
});

describe('the address', () => {
  test('RCHG-15 a step the player takes is told as a new place, one that comes by itself replaces it', async () => {
    const harness = startHarness({ memory: { serverId: 's1', roleId: 'r1', channelCode: 'c1' } });
    await harness.send(ENTER, { type: 'recipient.confirm' }, PICK_ITEM, confirm('k1'));
    expect(harness.reports.filter(({ type }) => type === 'step.entered')).toEqual([
      entered('server', true),
      entered('role', true),
      entered('item', false),
      entered('channel', false),
      entered('confirm', true),
      entered('payment', true),
    ]);
  });

  test('RCHG-15 coming back to the page finds the step, and nothing is told while the player is elsewhere', async () => {
    const harness = startHarness();
    const answer = held<ReturnType<typeof ticket>>();
    harness.answers.createOrder = answer.promise;
    await harness.send(...TO_CONFIRM, confirm('k1'), { type: 'page.leave' });
    harness.forget();
    await answer.answer(ticket('o1'));
    expect(harness.reports.map(({ type }) => type)).toEqual(['order.created']);
    expect(harness.screen()).toEqual({ name: 'dormant' });
    await harness.send(ENTER);
    expect(harness.reports.at(-1)).toEqual(entered('payment', true));
  });
});
