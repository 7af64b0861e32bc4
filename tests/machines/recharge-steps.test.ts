import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import type { Channel, Item } from '../../machines/order/order.types.ts';
import type { RechargeEvent, RechargeStep } from '../../machines/recharge/recharge.types.ts';
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
  startWorld,
  TO_CONFIRM,
  ticket,
} from './recharge-world.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const OTHER_ROLE: RechargeEvent = { type: 'role.pick', serverId: 's1', roleId: 'r2' };
const OTHER_ITEM: RechargeEvent = { type: 'item.pick', itemId: 'i2' };
const BACK: RechargeEvent = { type: 'step.back' };
const goTo = (step: RechargeStep): RechargeEvent => ({ type: 'step.goto', step });
const entered = (step: RechargeStep, replace: boolean) => ({ type: 'step.entered', target: 'game', step, replace });

describe('items', () => {
  test('RCHG-05 the items of the recipient are offered with price and E Points', async () => {
    const world = startWorld();
    const list = held<readonly Item[]>();
    world.answers.loadItems = list.promise;
    await world.send(ENTER, PICK_SERVER, PICK_ROLE);
    expect(world.screen()).toMatchObject({ name: 'item', items: { state: 'loading' } });
    await list.answer(ITEMS);
    expect(world.screen()).toMatchObject({ name: 'item', items: { state: 'ready', rows: ITEMS, refreshing: false } });
    expect(world.inputs('loadItems')).toEqual([{ serverId: 's1', roleId: 'r1' }]);
    expect(world.can({ type: 'item.pick', itemId: 'i9' })).toBe(false);
    await world.send(OTHER_ITEM);
    expect(world.screen()).toMatchObject({ summary: { item: { itemId: 'i2', epointPrice: 999 } } });
  });

  test('RCHG-05 ERRS-06 a failing and an empty item list have a retry that works', async () => {
    const world = startWorld();
    world.answers.loadItems = inTurn<readonly Item[]>(failure('offline', { status: 500 }), [], ITEMS);
    await world.send(ENTER, PICK_SERVER, PICK_ROLE);
    expect(world.screen()).toMatchObject({ items: { state: 'failed', failure: failure('offline', { status: 500 }) } });
    await world.send({ type: 'load.retry' });
    expect(world.screen()).toMatchObject({ items: { state: 'empty' } });
    await world.send({ type: 'load.retry' });
    expect(world.screen()).toMatchObject({ items: { state: 'ready', rows: ITEMS } });
    expect(world.can({ type: 'load.retry' })).toBe(false);
  });

  test('RCHG-17 the late answer of an abandoned list changes nothing', async () => {
    const world = startWorld();
    const late = held<readonly Item[]>();
    world.answers.loadItems = late.promise;
    await world.send(ENTER, PICK_SERVER, PICK_ROLE, BACK);
    expect(world.lastCall('loadItems')?.aborted()).toBe(true);
    world.answers.loadItems = async () => ITEMS;
    await world.send(OTHER_ROLE);
    await late.answer([item('i7', 1)]);
    expect(world.screen()).toMatchObject({ name: 'item', items: { rows: ITEMS } });
  });
});

describe('channels', () => {
  test('RCHG-08 the channels of recipient and item are offered; a closed one cannot be chosen', async () => {
    const world = startWorld();
    await world.send(ENTER, PICK_SERVER, PICK_ROLE, PICK_ITEM);
    expect(world.inputs('loadChannels')).toEqual([{ serverId: 's1', roleId: 'r1', itemId: 'i1' }]);
    expect(world.screen()).toMatchObject({ name: 'channel', channels: { state: 'ready', rows: CHANNELS } });
    expect(world.can({ type: 'channel.pick', channelCode: 'c3' })).toBe(false);
    expect(world.can({ type: 'channel.pick', channelCode: 'c9' })).toBe(false);
    await world.send({ type: 'channel.pick', channelCode: 'c3' });
    expect(world.screen().name).toBe('channel');
    await world.send(PICK_CHANNEL);
    expect(world.screen()).toMatchObject({ name: 'confirm', summary: { channel: { fieldKey: 'c1' } } });
  });

  test('RCHG-08 ERRS-06 failing and missing channels have a retry that works', async () => {
    const world = startWorld();
    world.answers.loadChannels = inTurn<readonly Channel[]>(failure('timedOut', { status: 500 }), [], CHANNELS);
    await world.send(ENTER, PICK_SERVER, PICK_ROLE, PICK_ITEM);
    expect(world.screen()).toMatchObject({ name: 'channel', channels: { state: 'failed' } });
    await world.send(BACK);
    expect(world.reachable()).toEqual(['server', 'role']);
    await world.send(PICK_ITEM);
    expect(world.screen()).toMatchObject({ name: 'channel', channels: { state: 'empty' } });
    await world.send({ type: 'load.retry' });
    expect(world.screen()).toMatchObject({ name: 'channel', channels: { state: 'ready' } });
  });

  test('RCHG-18 the last channel goes without asking while it is open', async () => {
    const memory = { serverId: 's1', roleId: 'r1', channelCode: 'c2' };
    const world = startWorld({ memory });
    await world.send(ENTER, { type: 'recipient.confirm' }, PICK_ITEM);
    expect(world.screen()).toMatchObject({ name: 'confirm', summary: { channel: { fieldKey: 'c2' } } });

    const closed = startWorld({ memory: { ...memory, channelCode: 'c3' } });
    await closed.send(ENTER, { type: 'recipient.confirm' }, PICK_ITEM);
    expect(closed.screen()).toMatchObject({ name: 'channel', notice: null });
  });

  test('RCHG-21 what the server says of an earlier choice while it lists is asked again', async () => {
    const world = startWorld();
    world.answers.loadItems = refuse('roleGone', { code: 30_002 });
    await world.send(ENTER, PICK_SERVER, PICK_ROLE);
    expect(world.screen()).toMatchObject({ name: 'role', roleId: null, notice: { kind: 'role-gone' } });
    expect(world.inputs('loadServers')).toHaveLength(2);
    world.answers.loadItems = async () => ITEMS;
    world.answers.loadChannels = refuse('itemGone', { code: 30_003 });
    await world.send(PICK_ROLE, PICK_ITEM);
    expect(world.screen()).toMatchObject({ name: 'item', notice: { kind: 'item-gone' }, summary: { item: null } });
    world.answers.loadItems = refuse('serverMaintenance', { code: 30_001 });
    await world.send(BACK, PICK_ROLE);
    expect(world.screen()).toMatchObject({ name: 'server', serverId: 's1', notice: { kind: 'maintenance' } });
  });
});

describe('E Point', () => {
  test('EPNT-05 the balance is read again on the way to the order, and a failure there harms nothing', async () => {
    const world = startWorld();
    await world.send(...TO_CONFIRM);
    expect(world.screen()).toMatchObject({ name: 'confirm', summary: { coinBalance: 4_200 } });
    expect(world.inputs('loadCoinBalance')).toHaveLength(2);
    world.answers.loadCoinBalance = refuse('requestError', { status: 500 });
    await world.send(BACK, PICK_CHANNEL);
    expect(world.screen()).toMatchObject({ name: 'confirm', notice: null, summary: { coinBalance: null } });
    expect(world.can(confirm('k1'))).toBe(true);
  });
});

describe('going back', () => {
  test('RCHG-15 back goes one step at a time and keeps what holds', async () => {
    const world = startWorld();
    await world.send(...TO_CONFIRM);
    expect(world.reachable()).toEqual(['server', 'role', 'item', 'channel']);
    const steps: string[] = [];
    while (world.can(BACK)) {
      await world.send(BACK);
      steps.push(world.screen().name);
    }
    expect(steps).toEqual(['channel', 'item', 'role', 'server']);
    expect(world.screen()).toMatchObject({ summary: { recipient: { roleId: 'r1' }, item: { itemId: 'i1' } } });
    await world.send({ type: 'recipient.confirm' });
    expect(world.screen()).toMatchObject({
      name: 'confirm',
      summary: { recipient: { roleId: 'r1' }, item: { itemId: 'i1' }, channel: { fieldKey: 'c1' } },
    });
  });

  test('RCHG-15 another role or server drops item and channel', async () => {
    const world = startWorld();
    await world.send(...TO_CONFIRM, goTo('role'), OTHER_ROLE);
    expect(world.screen()).toMatchObject({ name: 'item', summary: { item: null, channel: null } });
    const moved = startWorld();
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
    const world = startWorld();
    await world.send(...TO_CONFIRM, goTo('item'), OTHER_ITEM);
    expect(world.screen()).toMatchObject({
      name: 'confirm',
      summary: { item: { itemId: 'i2' }, channel: { fieldKey: 'c1' } },
    });
    world.answers.loadChannels = async () => [channel('c1', false), channel('c2')];
    await world.send(goTo('item'), PICK_ITEM);
    expect(world.screen()).toMatchObject({
      name: 'channel',
      notice: { kind: 'channel-closed' },
      summary: { item: { itemId: 'i1' }, channel: null },
    });
  });

  test('RCHG-15 only reachable steps can be gone to', async () => {
    const world = startWorld();
    await world.send(ENTER, PICK_SERVER, PICK_ROLE);
    world.forget();
    expect(world.reachable()).toEqual(['server', 'role']);
    for (const step of ['channel', 'confirm', 'payment'] as const) await world.send(goTo(step));
    expect(world.screen().name).toBe('item');
    expect(world.reports).toEqual([entered('item', true), entered('item', true), entered('item', true)]);
    world.forget();
    await world.send(
      PICK_ITEM,
      PICK_CHANNEL,
      goTo('role'),
      goTo('server'),
      goTo('confirm'),
      goTo('item'),
      goTo('channel'),
    );
    expect(world.reports).toEqual([
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
    const world = startWorld();
    await world.send(...TO_CONFIRM);
    world.forget();
    await world.send(goTo('confirm'));
    expect([world.reports, world.order(), world.screen().name]).toEqual([[], [], 'confirm']);
  });

  test('RCHG-15 C4 back never leaves the payment and never orders again', async () => {
    const world = startWorld();
    await world.send(...TO_CONFIRM, confirm('k1'));
    world.forget();
    expect(world.reachable()).toEqual([]);
    await world.send(BACK, goTo('confirm'), goTo('item'), confirm('k2'));
    expect(world.screen()).toMatchObject({ name: 'payment', ticket: { orderId: 'order-k1' } });
    expect(world.reports).toEqual([entered('payment', true), entered('payment', true), entered('payment', true)]);
    expect(world.order()).toEqual([]);
  });

  test('RCHG-15 C4 neither back, nor a step, nor another order leaves an order that is being made', async () => {
    const world = startWorld();
    const answer = held<ReturnType<typeof ticket>>();
    world.answers.createOrder = answer.promise;
    await world.send(...TO_CONFIRM, confirm('k1'));
    world.forget();
    const resubmit = { serverId: 's1', roleId: 'r1', itemId: 'i2', channelCode: 'c1' };
    await world.send(BACK, goTo('item'), { type: 'order.show', ticket: ticket('o9') });
    await world.send({ type: 'order.resubmit', choices: resubmit }, { type: 'recharge.restart' });
    expect(world.screen().name).toBe('creating');
    expect(world.reports).toEqual([entered('confirm', true), entered('confirm', true)]);
    await answer.answer(ticket('o1'));
    expect(world.screen()).toMatchObject({ name: 'payment', ticket: { orderId: 'o1' } });
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
      const world = startWorld();
      world.answers.createOrder = refuse('balanceInsufficient', { code: 40_001 });
      await world.send(...TO_CONFIRM, confirm('k1'));
      expect(world.snapshot().context.notice?.kind).toBe('not-created');
      await world.send(move);
      expect(world.snapshot().context.notice, JSON.stringify(move)).toBeNull();
    }
  });

  test('RCHG-21 going on or confirming again takes the notice away too', async () => {
    const gone = async () => {
      const world = startWorld();
      world.answers.createOrder = refuse('itemGone', { code: 30_003 });
      await world.send(...TO_CONFIRM, confirm('k1'));
      expect(world.screen()).toMatchObject({ name: 'item', notice: { kind: 'item-gone' } });
      return world;
    };
    for (const move of [OTHER_ITEM, BACK] as const) {
      const world = await gone();
      await world.send(move);
      expect(world.snapshot().context.notice, JSON.stringify(move)).toBeNull();
    }
    const closed = startWorld();
    closed.answers.createOrder = inTurn(failure('channelClosed', { code: 30_004 }), ticket('o1'));
    await closed.send(...TO_CONFIRM, confirm('k1'));
    expect(closed.screen()).toMatchObject({ name: 'channel', notice: { kind: 'channel-closed' } });
    await closed.send(BACK);
    expect(closed.screen()).toMatchObject({ name: 'item', notice: null });

    const again = startWorld();
    const answer = held<never>();
    again.answers.createOrder = inTurn<never>(failure('balanceInsufficient', { code: 40_001 }));
    await again.send(...TO_CONFIRM, confirm('k1'));
    again.answers.createOrder = answer.promise;
    await again.send(confirm('k2'));
    expect(again.snapshot().context.notice).toBeNull();
  });

  test('RCHG-15 forward to the confirmation, past a notice, clears it', async () => {
    const world = startWorld();
    await world.send(...TO_CONFIRM, goTo('server'), { type: 'server.pick', serverId: 's3' });
    expect(world.screen()).toMatchObject({ name: 'server', notice: { kind: 'maintenance' } });
    await world.send(goTo('confirm'));
    expect(world.screen()).toMatchObject({ name: 'confirm', notice: null });
  });
});

describe('the address', () => {
  test('RCHG-15 a step the player takes is told as a new place, one that comes by itself replaces it', async () => {
    const world = startWorld({ memory: { serverId: 's1', roleId: 'r1', channelCode: 'c1' } });
    await world.send(ENTER, { type: 'recipient.confirm' }, PICK_ITEM, confirm('k1'));
    expect(world.reports.filter(({ type }) => type === 'step.entered')).toEqual([
      entered('server', true),
      entered('role', true),
      entered('item', false),
      entered('channel', false),
      entered('confirm', true),
      entered('payment', true),
    ]);
  });

  test('RCHG-15 coming back to the page finds the step, and nothing is told while the player is elsewhere', async () => {
    const world = startWorld();
    const answer = held<ReturnType<typeof ticket>>();
    world.answers.createOrder = answer.promise;
    await world.send(...TO_CONFIRM, confirm('k1'), { type: 'page.leave' });
    world.forget();
    await answer.answer(ticket('o1'));
    expect(world.reports.map(({ type }) => type)).toEqual(['order.created']);
    expect(world.screen()).toEqual({ name: 'dormant' });
    await world.send(ENTER);
    expect(world.reports.at(-1)).toEqual(entered('payment', true));
  });
});
