import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import { resolveRecipient, standingOf } from '../../machines/recharge/recharge.recipient.ts';
import { type GameServer, RECHARGE_STEPS, type RechargeEvent } from '../../machines/recharge/recharge.types.ts';
import {
  ENTER,
  held,
  ITEMS,
  inTurn,
  PICK_ROLE,
  PICK_SERVER,
  refuse,
  SERVERS,
  server,
  settle,
  startWorld,
  TO_CONFIRM,
} from './recharge-world.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MEMORY = { serverId: 's1', roleId: 'r2', channelCode: 'c2' };
const PICK_BARRED: RechargeEvent = { type: 'server.pick', serverId: 's3' };
const CONFIRM: RechargeEvent = { type: 'recipient.confirm' };

const stepOf = <Name extends 'server' | 'role'>(world: ReturnType<typeof startWorld>, name: Name) => {
  const screen = world.screen();
  if (screen.name !== name) throw new Error(`at ${screen.name}`);
  return screen as Extract<typeof screen, { readonly name: Name }>;
};
const serverStep = (world: ReturnType<typeof startWorld>) => stepOf(world, 'server');
const roleStep = (world: ReturnType<typeof startWorld>) => stepOf(world, 'role');
const stateOf = (world: ReturnType<typeof startWorld>) =>
  (world.snapshot().value as { readonly wizard: { readonly game: unknown } }).wizard.game;
const stepsOf = (world: ReturnType<typeof startWorld>) =>
  world.reports.flatMap((report) => (report.type === 'step.entered' ? [[report.step, report.replace]] : []));

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
    expect(serverStep(world).servers).toEqual({ state: 'ready', rows: [server('s1', ['r1'])], refreshing: true });
    await world.send(PICK_SERVER);
    expect(roleStep(world).roles).toMatchObject({ state: 'ready', rows: [{ roleId: 'r1' }], refreshing: true });
    await fresh.answer(SERVERS);
    expect(roleStep(world)).toMatchObject({
      serverId: 's1',
      roles: { rows: [{ roleId: 'r1' }, { roleId: 'r2' }], refreshing: false },
    });
  });

  test('RCHG-01 each visit reads the list again, and a cached list survives a failing refresh', async () => {
    const world = startWorld();
    await world.send(ENTER, { type: 'page.leave' });
    expect(world.screen()).toEqual({ name: 'dormant' });
    world.answers.loadServers = refuse('timedOut', { status: 500 });
    await world.send(ENTER);
    expect(world.inputs('loadServers')).toHaveLength(2);
    expect(serverStep(world).servers).toEqual({ state: 'ready', rows: SERVERS, refreshing: false });
  });

  test('RCHG-03 ERRS-06 no servers, a failing list and a server without roles each have a retry that works', async () => {
    const world = startWorld();
    const lost = failure('timedOut', { status: 500 });
    world.answers.loadServers = inTurn(lost, [], [server('s1', [])], lost, [server('s1', ['r1'])]);
    await world.send(ENTER);
    expect(stateOf(world)).toEqual({ server: 'loading' });
    expect(serverStep(world).servers).toEqual({ state: 'failed', failure: lost });
    await world.send({ type: 'load.retry' });
    expect(serverStep(world).servers).toEqual({ state: 'empty' });
    await world.send({ type: 'load.retry' }, PICK_SERVER);
    expect(stateOf(world)).toEqual({ role: 'empty' });
    expect(roleStep(world).roles).toEqual({ state: 'empty' });
    await world.send({ type: 'load.retry' });
    expect(roleStep(world).roles).toEqual({ state: 'failed', failure: lost });
    await world.send({ type: 'load.retry' });
    expect(stateOf(world)).toEqual({ role: 'choosing' });
    expect(roleStep(world).roles).toMatchObject({ rows: [{ roleId: 'r1', roleName: 'Role r1' }] });
    expect(world.can({ type: 'load.retry' })).toBe(false);
  });
});

describe('choosing', () => {
  test('D19 RCHG-15 server and role are two steps with their own states and addresses', async () => {
    const world = startWorld();
    expect(RECHARGE_STEPS).toEqual(['server', 'role', 'item', 'channel', 'confirm', 'payment']);
    await world.send(ENTER);
    expect([stateOf(world), world.screen().name]).toEqual([{ server: 'choosing' }, 'server']);
    expect(world.can(PICK_ROLE)).toBe(false);
    await world.send(PICK_SERVER);
    expect([stateOf(world), world.screen().name]).toEqual([{ role: 'choosing' }, 'role']);
    expect(world.can(PICK_SERVER)).toBe(false);
    await world.send({ type: 'step.back' });
    expect([stateOf(world), world.screen().name]).toEqual([{ server: 'choosing' }, 'server']);
    expect(world.can({ type: 'step.back' })).toBe(false);
    await world.send(PICK_SERVER, PICK_ROLE);
    expect(stepsOf(world)).toEqual([
      ['server', true],
      ['role', false],
      ['server', false],
      ['role', false],
      ['item', false],
    ]);
  });

  test('D19 a server with one role goes straight on to the items, and back asks for the role', async () => {
    const world = startWorld();
    world.answers.loadServers = async () => [server('s1', ['r1', 'r2']), server('s5', ['r5'])];
    await world.send(ENTER, { type: 'server.pick', serverId: 's5' });
    expect(world.inputs('loadItems')).toEqual([{ serverId: 's5', roleId: 'r5' }]);
    expect(world.inputs('reportRole')).toMatchObject([{ recipient: { serverId: 's5', roleId: 'r5' } }]);
    expect(world.screen()).toMatchObject({ name: 'item', summary: { recipient: { roleId: 'r5' } } });
    await world.send({ type: 'step.back' });
    expect(roleStep(world)).toMatchObject({ serverId: 's5', roleId: 'r5' });
    expect(stepsOf(world)).toEqual([
      ['server', true],
      ['item', false],
      ['role', false],
    ]);
  });

  test('D19 a cached list with one role does not skip the role step: it may lack a new role', async () => {
    const world = startWorld();
    const fresh = held<typeof SERVERS>();
    world.stored.cached = [server('s1', ['r1'])];
    world.answers.loadServers = fresh.promise;
    await world.send(ENTER, PICK_SERVER);
    expect(roleStep(world)).toMatchObject({ roleId: null });
    await fresh.answer(SERVERS);
    expect(roleStep(world).roles).toMatchObject({ rows: [{ roleId: 'r1' }, { roleId: 'r2' }] });
    expect(world.inputs('loadItems')).toEqual([]);
  });

  test('RCHG-02 a server under maintenance cannot be chosen and says so', async () => {
    const world = startWorld();
    await world.send(ENTER, PICK_BARRED);
    expect(stateOf(world)).toEqual({ server: 'maintenance' });
    expect(serverStep(world)).toMatchObject({ serverId: null, notice: { kind: 'maintenance' } });
    expect(world.inputs('loadItems')).toEqual([]);
    for (const [next, step] of [
      [{ type: 'notice.dismiss' }, 'server'],
      [{ type: 'server.pick', serverId: 's2' }, 'role'],
    ] as const) {
      await world.send({ type: 'step.goto', step: 'server' }, PICK_BARRED);
      expect(serverStep(world).notice).toEqual({ kind: 'maintenance' });
      await world.send(next);
      expect(world.screen()).toMatchObject({ name: step, notice: null });
    }
  });

  test('D18 ERRS-05 ERRS-06 · roles of an earlier visit that could not be refreshed: the failure is shown beside them until a retry works', async () => {
    const world = startWorld();
    world.stored.cached = SERVERS;
    world.answers.loadServers = refuse('systemBusy', { code: 10_002 });
    await world.send(ENTER);
    expect(serverStep(world)).toMatchObject({
      servers: { state: 'ready', rows: SERVERS, refreshing: false },
      rolesFailure: { reason: 'systemBusy' },
    });
    world.answers.loadServers = async () => SERVERS;
    await world.send({ type: 'load.retry' });
    expect(serverStep(world).rolesFailure).toBe(null);
  });

  test('D18 · without any list it is the list of servers that failed', async () => {
    const world = startWorld();
    world.answers.loadServers = refuse('systemBusy', { code: 10_002 });
    await world.send(ENTER);
    expect(serverStep(world)).toMatchObject({ servers: { state: 'failed' }, rolesFailure: null });
  });

  test('RCHG-02 an unknown server or role is not chosen', async () => {
    const world = startWorld();
    await world.send(ENTER);
    expect(world.can({ type: 'server.pick', serverId: 's9' })).toBe(false);
    await world.send({ type: 'server.pick', serverId: 's2' });
    expect(world.can({ type: 'role.pick', serverId: 's2', roleId: 'r2' })).toBe(false);
    expect(world.can(PICK_ROLE)).toBe(false);
    expect(world.can({ type: 'role.pick', serverId: 's2', roleId: 'r1' })).toBe(true);
  });

  test('RCHG-06 C29 without server and role nothing is sent, and each step says what is missing', async () => {
    const world = startWorld();
    await world.send(ENTER, CONFIRM);
    expect(serverStep(world).notice).toEqual({ kind: 'recipient-needed', missing: 'server-and-role' });
    await world.send(PICK_SERVER);
    expect(roleStep(world).notice).toBeNull();
    await world.send(CONFIRM);
    expect(roleStep(world).notice).toEqual({ kind: 'recipient-needed', missing: 'role' });
    expect(world.inputs('loadItems')).toEqual([]);
    expect(world.inputs('createOrder')).toEqual([]);
    expect(world.can({ type: 'order.confirm', key: 'k', windowRef: null, at: 1 })).toBe(false);
  });

  test('RCHG-07 C29 the same role id on two servers stays two recipients', async () => {
    const world = startWorld();
    await world.send(
      ENTER,
      { type: 'server.pick', serverId: 's2' },
      { type: 'role.pick', serverId: 's2', roleId: 'r1' },
    );
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
    await world.send(ENTER, PICK_SERVER, PICK_ROLE);
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

  test('RCHG-15 back at the server, another one asks for its roles and the same one keeps the choices', async () => {
    const world = startWorld();
    await world.send(ENTER, PICK_SERVER, PICK_ROLE, { type: 'step.back' }, { type: 'step.back' });
    expect(serverStep(world)).toMatchObject({ serverId: 's1', summary: { recipient: { roleId: 'r1' } } });
    await world.send(CONFIRM);
    expect(world.screen().name).toBe('item');
    await world.send({ type: 'step.goto', step: 'server' }, PICK_SERVER);
    expect(roleStep(world)).toMatchObject({ serverId: 's1', roleId: 'r1' });
    await world.send({ type: 'step.back' }, { type: 'server.pick', serverId: 's2' });
    expect(roleStep(world)).toMatchObject({ serverId: 's2', roleId: null });
    await world.send({ type: 'step.back' }, CONFIRM);
    expect(roleStep(world)).toMatchObject({ serverId: 's2', roleId: null });
  });

  test('D19 RCHG-15 a role step that cannot be reached is answered by the server step', async () => {
    const world = startWorld();
    await world.send({ type: 'step.goto', step: 'role' }, ENTER);
    expect(serverStep(world).serverId).toBeNull();
    world.forget();
    await world.send({ type: 'step.goto', step: 'role' });
    expect(stepsOf(world)).toEqual([['server', true]]);
    await world.send(PICK_SERVER, { type: 'step.goto', step: 'server' }, { type: 'step.goto', step: 'role' });
    expect(roleStep(world).serverId).toBe('s1');
  });

  test('D19 RCHG-18 the last server and role come preselected, one tap to confirm', async () => {
    const world = startWorld({ memory: MEMORY });
    await world.send(ENTER);
    expect(stateOf(world)).toEqual({ role: 'choosing' });
    expect(roleStep(world)).toMatchObject({ serverId: 's1', roleId: 'r2', notice: null });
    expect(stepsOf(world)).toEqual([
      ['server', true],
      ['role', true],
    ]);
    expect(world.inputs('loadItems')).toEqual([]);
    expect(world.reachable()).toEqual(['server']);
    await world.send(CONFIRM);
    expect(world.screen().name).toBe('item');
    expect(world.inputs('loadItems')).toEqual([{ serverId: 's1', roleId: 'r2' }]);
    await world.send({ type: 'item.pick', itemId: 'i1' });
    expect(world.screen()).toMatchObject({ name: 'confirm', summary: { channel: { fieldKey: 'c2' } } });
  });

  test('RCHG-18 a remembered recipient that is gone is not offered', async () => {
    for (const memory of [
      { ...MEMORY, roleId: 'r9' },
      { ...MEMORY, serverId: 's9' },
      { ...MEMORY, serverId: 's3' },
    ]) {
      const world = startWorld({ memory });
      await world.send(ENTER);
      expect(serverStep(world)).toMatchObject({ serverId: null, notice: null, summary: { recipient: null } });
    }
  });

  test('RCHG-18 a remembered recipient that only the fresh list holds is still preselected', async () => {
    const world = startWorld({ memory: MEMORY });
    world.stored.cached = [server('s2', ['r1', 'r3'])];
    const fresh = held<typeof SERVERS>();
    world.answers.loadServers = fresh.promise;
    await world.send(ENTER);
    expect(stateOf(world)).toEqual({ server: 'loading' });
    expect(serverStep(world)).toMatchObject({ servers: { state: 'ready', refreshing: true }, notice: null });
    await fresh.answer(SERVERS);
    expect(roleStep(world)).toMatchObject({ serverId: 's1', roleId: 'r2' });
  });

  test('RCHG-18 RCHG-21 a preselection from the cache that the fresh list no longer holds is taken back', async () => {
    for (const [list, expected] of [
      [[server('s1', ['r1'])], { name: 'role', serverId: 's1', roleId: null, notice: { kind: 'role-gone' } }],
      [[server('s2', ['r1'])], { name: 'server', serverId: null, notice: { kind: 'role-gone' } }],
      [[server('s1', ['r2'], 1)], { name: 'server', serverId: 's1', notice: { kind: 'maintenance' } }],
      [[], { name: 'server', servers: { state: 'empty' } }],
    ] as const) {
      const world = startWorld({ memory: MEMORY });
      world.stored.cached = SERVERS;
      const fresh = held<readonly GameServer[]>();
      world.answers.loadServers = fresh.promise;
      await world.send(ENTER);
      expect(roleStep(world).roleId).toBe('r2');
      await fresh.answer(list);
      expect(world.screen()).toMatchObject(expected);
    }
  });

  test('D19 RCHG-21 a fresh list never moves a player who is choosing a server', async () => {
    const world = startWorld();
    await world.send(ENTER, PICK_SERVER, PICK_ROLE, { type: 'step.goto', step: 'server' });
    world.answers.loadServers = async () => [server('s1', ['r2', 'r3'])];
    await world.send({ type: 'page.leave' }, ENTER);
    expect(stateOf(world)).toEqual({ server: 'choosing' });
    expect(serverStep(world)).toMatchObject({ serverId: 's1', notice: { kind: 'role-gone' } });
    world.answers.loadServers = async () => [server('s2', ['r1', 'r3'])];
    await world.send({ type: 'page.leave' }, ENTER);
    expect(serverStep(world)).toMatchObject({
      serverId: null,
      notice: { kind: 'recipient-needed', missing: 'server-and-role' },
    });
  });

  test('RCHG-16 RCHG-21 a saved server without a role is restored, or asked for again', async () => {
    const half = { serverId: 's1', roleId: null, itemId: null, channelCode: null };
    for (const [list, expected] of [
      [SERVERS, { name: 'role', serverId: 's1', roleId: null, notice: null }],
      [[server('s2', ['r1'])], { name: 'server', serverId: null, notice: null }],
      [[server('s1', ['r1'], 1)], { name: 'server', serverId: 's1', notice: { kind: 'maintenance' } }],
    ] as const) {
      const world = startWorld({ draft: half });
      world.answers.loadServers = async () => list;
      await world.send(ENTER);
      expect(world.screen()).toMatchObject(expected);
    }
  });
});

describe('another account', () => {
  test('C30 a new session starts with nothing of the former one, and roles that a cache made up order nothing', async () => {
    const former = startWorld();
    await former.send(ENTER, PICK_SERVER, PICK_ROLE);
    former.stop();
    const world = startWorld();
    world.stored.cached = [server('s9', ['r9'])];
    world.answers.loadServers = held<typeof SERVERS>().promise;
    world.answers.loadItems = refuse('roleGone', { code: 30_002 });
    await world.send(ENTER);
    expect(serverStep(world)).toMatchObject({
      servers: { rows: [server('s9', ['r9'])], refreshing: true },
      serverId: null,
      summary: { recipient: null, item: null, channel: null },
    });
    await world.send({ type: 'server.pick', serverId: 's9' }, { type: 'role.pick', serverId: 's9', roleId: 'r9' });
    expect(roleStep(world)).toMatchObject({ roleId: null, notice: { kind: 'role-gone' } });
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
    await world.send(ENTER, PICK_SERVER, PICK_ROLE);
    expect(world.reports).toContainEqual({ type: 'role.reportFailed' });
    expect(world.screen().name).toBe('item');
    expect(world.can({ type: 'item.pick', itemId: 'i1' })).toBe(true);
  });

  test('RCHG-04 a report that fails after the session ended tells nobody', async () => {
    const world = startWorld();
    const report = held<void>();
    world.answers.reportRole = report.promise;
    await world.send(ENTER, PICK_SERVER, PICK_ROLE);
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
    expect(stateOf(world)).toEqual({ server: 'maintenance' });
    expect(serverStep(world)).toMatchObject({
      serverId: 's1',
      notice: { kind: 'maintenance' },
      summary: { recipient: { roleId: 'r2' } },
    });
    await world.send({ type: 'notice.dismiss' });
    expect(serverStep(world).notice).toBeNull();
    await world.send(CONFIRM);
    expect(serverStep(world).notice).toEqual({ kind: 'maintenance' });
    expect(world.inputs('loadItems')).toEqual([]);

    await vi.advanceTimersByTimeAsync(29_999);
    expect(world.inputs('loadServers')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(world.inputs('loadServers')).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(world.inputs('loadServers')).toHaveLength(3);
    expect(serverStep(world).notice).toEqual({ kind: 'maintenance' });

    world.answers.loadServers = async () => SERVERS;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(serverStep(world)).toMatchObject({ serverId: 's1', notice: null });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(world.inputs('loadServers')).toHaveLength(4);
    await world.send(CONFIRM);
    expect(world.inputs('loadItems')).toEqual([{ serverId: 's1', roleId: 'r2' }]);
  });

  test('C31 a check that fails is repeated too', async () => {
    const world = startWorld();
    await world.send(ENTER, PICK_BARRED);
    world.answers.loadServers = refuse('offline', { status: 500 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(world.inputs('loadServers')).toHaveLength(3);
    expect(serverStep(world).notice).toEqual({ kind: 'maintenance' });
  });

  test('D19 C28 C31 a fresh list that takes the server or the role away asks for it again, from any step', async () => {
    for (const steps of [[PICK_SERVER], [PICK_SERVER, PICK_ROLE], TO_CONFIRM.slice(1)]) {
      const world = startWorld();
      await world.send(ENTER, ...steps);
      world.answers.loadServers = async () => [server('s1', ['r1'], 1)];
      await world.send({ type: 'page.leave' }, ENTER);
      expect(stateOf(world)).toEqual({ server: 'maintenance' });
      expect(serverStep(world)).toMatchObject({ serverId: 's1', notice: { kind: 'maintenance' } });
    }
    const world = startWorld();
    await world.send(ENTER, PICK_SERVER, PICK_ROLE, { type: 'item.pick', itemId: 'i1' });
    world.answers.loadServers = async () => [server('s1', ['r1'], 1)];
    await world.send({ type: 'page.leave' }, ENTER);
    world.answers.loadServers = async () => [server('s1', ['r2'])];
    await vi.advanceTimersByTimeAsync(30_000);
    expect(roleStep(world)).toMatchObject({ serverId: 's1', roleId: null, notice: { kind: 'role-gone' } });
  });

  test('D19 RCHG-21 a server that is gone is asked for again, and the notice names what was lost', async () => {
    for (const [steps, notice] of [
      [[PICK_SERVER], { kind: 'recipient-needed', missing: 'server-and-role' }],
      [[PICK_SERVER, PICK_ROLE], { kind: 'role-gone' }],
    ] as const) {
      const world = startWorld();
      await world.send(ENTER, ...steps);
      world.answers.loadServers = async () => [server('s2', ['r1', 'r3'])];
      await world.send({ type: 'page.leave' }, ENTER);
      expect(stateOf(world)).toEqual({ server: 'choosing' });
      expect(serverStep(world)).toMatchObject({ serverId: null, notice });
    }
  });
});
