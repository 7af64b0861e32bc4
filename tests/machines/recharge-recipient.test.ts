import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import { resolveRecipient, standingOf } from '../../machines/recharge/recharge.recipient.ts';
import type { RechargeEvent } from '../../machines/recharge/recharge.types.ts';
import {
  ENTER,
  held,
  ITEMS,
  inTurn,
  PICK_ROLE,
  refuse,
  SERVERS,
  server,
  settle,
  startWorld,
} from './recharge-world.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MEMORY = { serverId: 's1', roleId: 'r2', channelCode: 'c2' };
const PICK_SERVER: RechargeEvent = { type: 'server.pick', serverId: 's1' };
const PICK_BARRED: RechargeEvent = { type: 'server.pick', serverId: 's3' };
const CONFIRM: RechargeEvent = { type: 'recipient.confirm' };

const recipientOf = (world: ReturnType<typeof startWorld>) => {
  const screen = world.screen();
  if (screen.name !== 'recipient') throw new Error(`at ${screen.name}`);
  return screen;
};

describe('loading', () => {
  test('RCHG-01 nothing is loaded before the player is on the page', async () => {
    const world = startWorld();
    await settle();
    expect(world.screen()).toEqual({ name: 'dormant' });
    expect(world.order()).toEqual([]);
    await world.send(ENTER);
    expect(world.order()).toEqual(['readCachedServers', 'loadServers']);
  });

  test('RCHG-01 the cached list is shown at once and refreshed behind', async () => {
    const world = startWorld();
    const fresh = held<typeof SERVERS>();
    world.stored.cached = [server('s1', ['r1'])];
    world.answers.loadServers = fresh.promise;
    await world.send(ENTER);
    expect(recipientOf(world).servers).toEqual({ state: 'ready', rows: [server('s1', ['r1'])], refreshing: true });
    await world.send(PICK_SERVER);
    await fresh.answer(SERVERS);
    expect(recipientOf(world).servers).toEqual({ state: 'ready', rows: SERVERS, refreshing: false });
    expect(recipientOf(world).serverId).toBe('s1');
  });

  test('RCHG-01 each visit reads the list again, and a cached list survives a failing refresh', async () => {
    const world = startWorld();
    await world.send(ENTER, { type: 'page.leave' });
    expect(world.screen()).toEqual({ name: 'dormant' });
    world.answers.loadServers = refuse('timedOut', { status: 500 });
    await world.send(ENTER);
    expect(world.inputs('loadServers')).toHaveLength(2);
    expect(recipientOf(world).servers).toEqual({ state: 'ready', rows: SERVERS, refreshing: false });
  });

  test('RCHG-03 ERRS-06 no servers, a failing list and a server without roles each have a retry that works', async () => {
    const world = startWorld();
    world.answers.loadServers = inTurn(
      failure('timedOut', { status: 500 }),
      [],
      [server('s1', [])],
      [server('s1', ['r1'])],
    );
    await world.send(ENTER);
    expect(recipientOf(world).servers).toEqual({ state: 'failed', failure: failure('timedOut', { status: 500 }) });
    await world.send({ type: 'load.retry' });
    expect(recipientOf(world).servers).toEqual({ state: 'empty' });
    await world.send({ type: 'load.retry' }, PICK_SERVER);
    expect(recipientOf(world).roles).toEqual([]);
    await world.send({ type: 'load.retry' });
    expect(recipientOf(world).roles).toEqual([{ roleId: 'r1', roleName: 'Role r1' }]);
    expect(world.can({ type: 'load.retry' })).toBe(false);
  });
});

describe('choosing', () => {
  test('RCHG-02 a server under maintenance cannot be chosen and says so', async () => {
    const world = startWorld();
    await world.send(ENTER, PICK_SERVER, PICK_BARRED);
    expect(recipientOf(world)).toMatchObject({ serverId: 's1', notice: { kind: 'maintenance' } });
    await world.send({ type: 'notice.dismiss' }, { type: 'role.pick', serverId: 's3', roleId: 'r4' });
    expect(recipientOf(world)).toMatchObject({ serverId: 's1', roleId: null, notice: { kind: 'maintenance' } });
    expect(world.inputs('loadItems')).toEqual([]);
    for (const next of [{ type: 'notice.dismiss' }, PICK_SERVER, { type: 'server.pick', serverId: 's2' }] as const) {
      await world.send(PICK_BARRED);
      expect(recipientOf(world).notice).toEqual({ kind: 'maintenance' });
      await world.send(next);
      expect(recipientOf(world).notice).toBeNull();
    }
  });

  test('RCHG-02 an unknown server or role is not chosen', async () => {
    const world = startWorld();
    await world.send(ENTER);
    expect(world.can({ type: 'server.pick', serverId: 's9' })).toBe(false);
    expect(world.can({ type: 'role.pick', serverId: 's2', roleId: 'r2' })).toBe(false);
    expect(world.can(PICK_ROLE)).toBe(true);
  });

  test('RCHG-06 C29 without server and role nothing is sent, and the step says what is missing', async () => {
    const world = startWorld();
    await world.send(ENTER, CONFIRM);
    expect(recipientOf(world).notice).toEqual({ kind: 'recipient-needed', missing: 'server-and-role' });
    await world.send(PICK_SERVER, CONFIRM);
    expect(recipientOf(world)).toMatchObject({
      complete: false,
      notice: { kind: 'recipient-needed', missing: 'role' },
    });
    expect(world.inputs('loadItems')).toEqual([]);
    expect(world.inputs('createOrder')).toEqual([]);
    expect(world.can({ type: 'order.confirm', key: 'k', windowRef: null, at: 1 })).toBe(false);
  });

  test('RCHG-07 C29 the same role id on two servers stays two recipients', async () => {
    const world = startWorld();
    await world.send(ENTER, { type: 'role.pick', serverId: 's2', roleId: 'r1' });
    expect(world.inputs('loadItems')).toEqual([{ serverId: 's2', roleId: 'r1' }]);
    expect(world.screen()).toMatchObject({
      name: 'item',
      summary: { recipient: { serverId: 's2', serverName: 'Server s2', roleId: 'r1', roleName: 'Role r1' } },
    });
    expect(resolveRecipient(SERVERS, { serverId: 's2', roleId: 'r2' })).toBeNull();
    expect(standingOf(SERVERS, { serverId: 's2', roleId: 'r2' })).toBe('gone');
    expect(standingOf(SERVERS, { serverId: 's3', roleId: 'r4' })).toBe('maintenance');
    expect(standingOf(SERVERS, { serverId: null, roleId: 'r4' })).toBe('incomplete');
  });

  test('RCHG-07 the pair is resolved from the newest list before every call', async () => {
    const world = startWorld();
    await world.send(ENTER, PICK_ROLE);
    world.answers.loadServers = async () => [{ ...server('s1', ['r1']), serverName: 'Renamed' }];
    await world.send({ type: 'page.leave' }, ENTER, { type: 'item.pick', itemId: 'i1' });
    expect(world.inputs('loadChannels')).toEqual([{ serverId: 's1', roleId: 'r1', itemId: 'i1' }]);
    await world.send(
      { type: 'channel.pick', channelCode: 'c1' },
      { type: 'order.confirm', key: 'k1', windowRef: null, at: 1 },
    );
    expect(world.inputs('createOrder')).toMatchObject([
      { intent: { choices: { recipient: { serverId: 's1', serverName: 'Renamed' } } } },
    ]);
  });

  test('RCHG-18 the last recipient comes preselected, one tap to confirm', async () => {
    const world = startWorld({ memory: MEMORY });
    await world.send(ENTER);
    expect(recipientOf(world)).toMatchObject({ serverId: 's1', roleId: 'r2', complete: true, notice: null });
    expect(world.inputs('loadItems')).toEqual([]);
    expect(world.reachable()).toEqual([]);
    await world.send(CONFIRM);
    expect(world.screen().name).toBe('item');
    expect(world.inputs('loadItems')).toEqual([{ serverId: 's1', roleId: 'r2' }]);
    await world.send({ type: 'item.pick', itemId: 'i1' });
    expect(world.screen()).toMatchObject({ name: 'confirm', summary: { channel: { fieldKey: 'c2' } } });
  });

  test('RCHG-18 a remembered recipient that is gone is not offered', async () => {
    const world = startWorld({ memory: { ...MEMORY, roleId: 'r9' } });
    await world.send(ENTER);
    expect(recipientOf(world)).toMatchObject({ serverId: null, roleId: null, complete: false, notice: null });
  });

  test('RCHG-18 RCHG-21 a preselection from the cache that the fresh list no longer holds is taken back', async () => {
    const world = startWorld({ memory: MEMORY });
    world.stored.cached = SERVERS;
    const fresh = held<typeof SERVERS>();
    world.answers.loadServers = fresh.promise;
    await world.send(ENTER);
    expect(recipientOf(world).roleId).toBe('r2');
    await fresh.answer([server('s1', ['r1'])]);
    expect(recipientOf(world)).toMatchObject({ serverId: 's1', roleId: null, notice: { kind: 'role-gone' } });
  });
});

describe('another account', () => {
  test('C30 a new session starts with nothing of the former one, and roles that a cache made up order nothing', async () => {
    const former = startWorld();
    await former.send(ENTER, PICK_ROLE);
    former.stop();
    const world = startWorld();
    world.stored.cached = [server('s9', ['r9'])];
    world.answers.loadServers = held<typeof SERVERS>().promise;
    world.answers.loadItems = refuse('roleGone', { code: 30_002 });
    await world.send(ENTER);
    expect(recipientOf(world)).toMatchObject({
      servers: { rows: [server('s9', ['r9'])], refreshing: true },
      serverId: null,
      summary: { recipient: null, item: null, channel: null },
    });
    await world.send({ type: 'role.pick', serverId: 's9', roleId: 'r9' });
    expect(recipientOf(world)).toMatchObject({ roleId: null, notice: { kind: 'role-gone' } });
    expect(world.can({ type: 'order.confirm', key: 'k', windowRef: null, at: 1 })).toBe(false);
  });
});

describe('reporting', () => {
  const recipient = { serverId: 's1', serverName: 'Server s1', roleId: 'r1', roleName: 'Role r1' };

  test('RCHG-04 the chosen role is reported in the background', async () => {
    const world = startWorld();
    const report = held<void>();
    world.answers.reportRole = report.promise;
    await world.send(ENTER, PICK_SERVER);
    expect(world.inputs('reportRole')).toEqual([]);
    await world.send(PICK_ROLE);
    expect(world.inputs('reportRole')).toEqual([{ recipient }]);
    expect(world.screen()).toMatchObject({ name: 'item', items: { state: 'ready', rows: ITEMS } });
    await world.send({ type: 'step.back' }, CONFIRM);
    expect(world.inputs('reportRole')).toEqual([{ recipient }, { recipient }]);
  });

  test('RCHG-04 a failing report is told and stops nothing', async () => {
    const world = startWorld();
    world.answers.reportRole = refuse('systemBusy', { code: 10_002 });
    await world.send(ENTER, PICK_ROLE);
    expect(world.reports).toContainEqual({ type: 'role.reportFailed' });
    expect(world.screen().name).toBe('item');
    expect(world.can({ type: 'item.pick', itemId: 'i1' })).toBe(true);
  });

  test('RCHG-04 a report that fails after the session ended tells nobody', async () => {
    const world = startWorld();
    const report = held<void>();
    world.answers.reportRole = report.promise;
    await world.send(ENTER, PICK_ROLE);
    world.stop();
    await report.fail(failure('requestError', { status: 500 }));
    expect(world.reports).not.toContainEqual({ type: 'role.reportFailed' });
  });
});

describe('maintenance', () => {
  test('RCHG-21 C31 the list is read again every 30 s while the notice is shown, and the selection is kept', async () => {
    const world = startWorld({ memory: MEMORY });
    world.answers.loadServers = async () => [server('s1', ['r1', 'r2'], 1)];
    await world.send(ENTER);
    expect(recipientOf(world)).toMatchObject({ serverId: 's1', roleId: 'r2', notice: { kind: 'maintenance' } });
    await world.send({ type: 'notice.dismiss' });
    expect(recipientOf(world).notice).toBeNull();
    await world.send(CONFIRM);
    expect(recipientOf(world).notice).toEqual({ kind: 'maintenance' });
    expect(world.inputs('loadItems')).toEqual([]);

    await vi.advanceTimersByTimeAsync(29_999);
    expect(world.inputs('loadServers')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(world.inputs('loadServers')).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(world.inputs('loadServers')).toHaveLength(3);
    expect(recipientOf(world).notice).toEqual({ kind: 'maintenance' });

    world.answers.loadServers = async () => SERVERS;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(recipientOf(world)).toMatchObject({ serverId: 's1', roleId: 'r2', complete: true, notice: null });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(world.inputs('loadServers')).toHaveLength(4);
  });

  test('C31 a check that fails is repeated too', async () => {
    const world = startWorld();
    await world.send(ENTER, PICK_BARRED);
    world.answers.loadServers = refuse('offline', { status: 500 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(world.inputs('loadServers')).toHaveLength(3);
    expect(recipientOf(world).notice).toEqual({ kind: 'maintenance' });
  });

  test('C28 C31 a fresh list that takes the recipient away asks for it again, in any step', async () => {
    const world = startWorld();
    await world.send(ENTER, PICK_ROLE, { type: 'item.pick', itemId: 'i1' });
    world.answers.loadServers = async () => [server('s1', ['r1'], 1)];
    await world.send({ type: 'page.leave' }, ENTER);
    expect(recipientOf(world)).toMatchObject({ serverId: 's1', roleId: 'r1', notice: { kind: 'maintenance' } });
    world.answers.loadServers = async () => [server('s1', ['r2'])];
    await vi.advanceTimersByTimeAsync(30_000);
    expect(recipientOf(world)).toMatchObject({ serverId: 's1', roleId: null, notice: { kind: 'role-gone' } });
  });
});
