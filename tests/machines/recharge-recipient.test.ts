import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import {
  charactersOf,
  findRecipient,
  type RecipientIds,
  recipientStatusOf,
  toRequestIds,
} from '../../machines/recharge/recharge.recipient.ts';
import type { RechargeDraft, RechargeEvent, RechargeMemory } from '../../machines/recharge/recharge.types.ts';
import { searchServers } from '../../machines/recharge/servers.list.ts';
import type { GameServer } from '../../machines/recharge/servers.machine.ts';
import {
  deferred,
  draft,
  ENTER,
  ITEMS,
  inTurn,
  PICK_ROLE,
  PICK_SERVER,
  refuse,
  SERVERS,
  server,
  settle,
  startHarness,
  TO_CONFIRM,
} from './recharge-harness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MEMORY = { serverId: 's1', roleId: 'r2', channelCode: 'c2', itemId: null };
const PICK_UNDER_MAINTENANCE: RechargeEvent = { type: 'server.pick', serverId: 's3' };
const CONFIRM: RechargeEvent = { type: 'recipient.confirm' };

const stepOf = <Name extends 'server' | 'role'>(harness: ReturnType<typeof startHarness>, name: Name) => {
  const screen = harness.screen();
  if (screen.name !== name) throw new Error(`at ${screen.name}`);
  return screen as Extract<typeof screen, { readonly name: Name }>;
};
const serverStep = (harness: ReturnType<typeof startHarness>) => stepOf(harness, 'server');
const roleStep = (harness: ReturnType<typeof startHarness>) => stepOf(harness, 'role');
const stateOf = (harness: ReturnType<typeof startHarness>) =>
  (harness.snapshot().value as { readonly wizard: { readonly game: unknown } }).wizard.game;
const stepsOf = (harness: ReturnType<typeof startHarness>) =>
  harness.reports.flatMap((report) => (report.type === 'step.entered' ? [[report.step, report.replace]] : []));

describe('the last order', () => {
  const LAST = { ...MEMORY, itemId: 'i1' };
  const shop = async (
    over: Parameters<typeof startHarness>[0],
    prepare?: (harness: ReturnType<typeof startHarness>) => void,
  ) => {
    const harness = startHarness({ memory: LAST, ...over });
    prepare?.(harness);
    await harness.send(ENTER);
    return harness;
  };

  test('a returning player confirms the last order with one tap, beside the other items (RCHG-18)', async () => {
    const harness = await shop({});
    expect(harness.screen()).toMatchObject({
      name: 'confirm',
      items: ITEMS,
      summary: { recipient: { roleId: 'r2' }, item: { itemId: 'i1' }, channel: { fieldKey: 'c2' } },
    });
    expect(stepsOf(harness)).toEqual([
      ['server', true],
      ['item', true],
      ['confirm', true],
    ]);
    await harness.send({ type: 'order.confirm', key: 'k1', windowRef: null, at: 1 });
    expect(harness.inputs('createOrder')).toMatchObject([{ intent: { choices: { item: { itemId: 'i1' } } } }]);
    expect(harness.screen()).toMatchObject({ name: 'payment' });
  });

  test('another item is one tap away and keeps the payment method; it is no longer a suggestion', async () => {
    const harness = await shop({});
    await harness.send({ type: 'item.pick', itemId: 'i2' });
    expect(harness.screen()).toMatchObject({
      name: 'confirm',
      items: [],
      summary: { item: { itemId: 'i2' }, channel: { fieldKey: 'c2' } },
    });
  });

  test('the shop opens without a suggestion if its item, its method or its recipient is not available, or items wait', async () => {
    for (const [over, prepare] of [
      [{ memory: { ...LAST, itemId: 'gone' } }, undefined],
      [{ memory: { ...LAST, channelCode: 'c3' } }, undefined],
      [{ memory: { ...LAST, itemId: null } }, undefined],
      [{ draft: draft({ itemId: null, channelCode: null }) }, undefined],
      [
        {},
        (harness: ReturnType<typeof startHarness>) => {
          harness.responses.loadChannels = refuse('offline', { status: 500 });
        },
      ],
    ] as const) {
      const harness = await shop(over, prepare);
      expect(harness.screen()).toMatchObject({ name: 'item', notice: null, summary: { item: null } });
    }
  });

  test('a draft with an item is confirmed as the choice of the player, without other items below it', async () => {
    const harness = await shop({ draft: draft() });
    expect(harness.screen()).toMatchObject({ name: 'confirm', items: [], summary: { item: { itemId: 'i1' } } });
  });

  test('an order that was refused or replaced is not suggested again', async () => {
    const harness = await shop({});
    harness.responses.createOrder = refuse('itemGone', { code: 30_003 });
    await harness.send({ type: 'order.confirm', key: 'k1', windowRef: null, at: 1 });
    expect(harness.screen()).toMatchObject({ name: 'item', notice: { kind: 'item-gone' } });
    const other = await shop({});
    await other.send({ type: 'step.goto', step: 'server' }, { type: 'role.pick', serverId: 's1', roleId: 'r1' });
    expect(other.screen()).toMatchObject({ name: 'item', summary: { item: null } });
    await other.send({ type: 'step.goto', step: 'server' }, { type: 'role.pick', serverId: 's1', roleId: 'r2' });
    expect(other.screen()).toMatchObject({ name: 'item', summary: { item: null } });
  });
});

describe('choices of a link', () => {
  const open = async (choices: RechargeDraft, priceMinor: number | null = null) => {
    const harness = startHarness({ memory: MEMORY });
    await harness.send(ENTER, { type: 'order.resubmit', choices, priceMinor });
    return harness.screen();
  };

  test('the last order is confirmed again as it was, and what changed is said first (RCHG-21)', async () => {
    expect(await open(draft(), 499)).toMatchObject({
      name: 'confirm',
      notice: null,
      summary: { item: { itemId: 'i1' } },
    });
    expect(await open(draft(), 399)).toMatchObject({
      name: 'confirm',
      notice: { kind: 'price-changed', wasMinor: 399, isMinor: 499 },
    });
    expect(await open(draft({ itemId: 'gone' }), 399)).toMatchObject({ name: 'item', notice: { kind: 'item-gone' } });
    expect(await open(draft({ channelCode: 'c3' }))).toMatchObject({
      name: 'channel',
      notice: { kind: 'channel-closed' },
    });
    expect(await open(draft({ serverId: 's3', roleId: 'r4' }))).toMatchObject({
      name: 'server',
      notice: { kind: 'maintenance' },
    });
    expect(await open(draft({ roleId: 'gone' }))).toMatchObject({ name: 'role', notice: { kind: 'role-gone' } });
  });

  test('a link may name only an item: the recipient and the method are those of the last order', async () => {
    expect(await open({ serverId: null, roleId: null, itemId: 'i2', channelCode: null })).toMatchObject({
      name: 'confirm',
      summary: { recipient: { roleId: 'r2' }, item: { itemId: 'i2' }, channel: { fieldKey: 'c2' } },
    });
  });
});

describe('loading', () => {
  test('nothing is loaded before the player enters the page (RCHG-01)', async () => {
    const harness = startHarness();
    await settle();
    expect(harness.screen()).toEqual({ name: 'inactive' });
    expect(harness.order()).toEqual([]);
    await harness.send(ENTER);
    expect(harness.order()).toEqual(['loadCachedServers', 'loadServers']);
  });

  test('the cached list is shown immediately and refreshed in the background (RCHG-01)', async () => {
    const harness = startHarness();
    const fresh = deferred<typeof SERVERS>();
    harness.stored.cached = [server('s1', ['r1'])];
    harness.responses.loadServers = fresh.promise;
    harness.wizard.send(ENTER);
    expect(serverStep(harness).servers).toEqual({ state: 'loading' });
    await settle();
    const cached = { state: 'ready', rows: [server('s1', ['r1'])], unread: [], refreshing: true };
    expect(serverStep(harness).servers).toEqual(cached);
    await harness.send(PICK_SERVER);
    expect(roleStep(harness).roles).toMatchObject({ state: 'ready', rows: [{ roleId: 'r1' }], refreshing: true });
    await fresh.resolve(SERVERS);
    expect(roleStep(harness)).toMatchObject({
      serverId: 's1',
      roles: { rows: [{ roleId: 'r1' }, { roleId: 'r2' }], refreshing: false },
    });
  });

  test('a cache that fails leaves the list to the server (RCHG-01)', async () => {
    const harness = startHarness();
    const fresh = deferred<typeof SERVERS>();
    harness.responses.loadCachedServers = refuse('unknownError');
    harness.responses.loadServers = fresh.promise;
    await harness.send(ENTER);
    expect(serverStep(harness).servers).toEqual({ state: 'loading' });
    await fresh.resolve(SERVERS);
    expect(serverStep(harness).servers).toMatchObject({ state: 'ready', rows: SERVERS });
  });

  test('no servers, a failed list and a server without roles each have a working retry (RCHG-03, ERRS-06)', async () => {
    const harness = startHarness();
    const lost = failure('timedOut', { status: 500 });
    harness.responses.loadServers = inTurn(lost, [], [server('s1', [])], lost, [server('s1', ['r1'])]);
    await harness.send(ENTER);
    expect(stateOf(harness)).toEqual({ server: 'loading' });
    expect(serverStep(harness).servers).toEqual({ state: 'failed', failure: lost });
    await harness.send({ type: 'load.retry' });
    expect(serverStep(harness).servers).toEqual({ state: 'empty' });
    await harness.send(CONFIRM);
    expect(serverStep(harness).notice).toBeNull();
    await harness.send({ type: 'load.retry' }, PICK_SERVER);
    expect(stateOf(harness)).toEqual({ role: 'empty' });
    expect(roleStep(harness).roles).toEqual({ state: 'empty' });
    await harness.send({ type: 'load.retry' });
    expect(roleStep(harness).roles).toEqual({ state: 'failed', failure: lost });
    await harness.send({ type: 'load.retry' });
    expect(stateOf(harness)).toEqual({ role: 'choosing' });
    expect(roleStep(harness).roles).toMatchObject({ rows: [{ roleId: 'r1', roleName: 'Role r1' }] });
    expect(harness.can({ type: 'load.retry' })).toBe(false);
  });

  test('a list that is loading or that has servers has no retry (RCHG-03, ERRS-06)', async () => {
    const harness = startHarness();
    const fresh = deferred<typeof SERVERS>();
    harness.responses.loadServers = fresh.promise;
    await harness.send(ENTER);
    expect(harness.can({ type: 'load.retry' })).toBe(false);
    await fresh.resolve(SERVERS);
    expect(harness.can({ type: 'load.retry' })).toBe(false);
  });
});

describe('choosing', () => {
  test('a server with one role skips to the items; back shows the role step (D19)', async () => {
    const harness = startHarness();
    harness.responses.loadServers = async () => [server('s1', ['r1', 'r2']), server('s5', ['r5'])];
    await harness.send(ENTER, { type: 'server.pick', serverId: 's5' });
    expect(harness.inputs('loadItems')).toEqual([{ serverId: 's5', roleId: 'r5' }]);
    expect(harness.inputs('reportRole')).toMatchObject([{ recipient: { serverId: 's5', roleId: 'r5' } }]);
    expect(harness.screen()).toMatchObject({ name: 'item', summary: { recipient: { roleId: 'r5' } } });
    await harness.send({ type: 'step.back' });
    expect(roleStep(harness)).toMatchObject({ serverId: 's5', roleId: 'r5' });
    expect(stepsOf(harness)).toEqual([
      ['server', true],
      ['item', false],
      ['role', false],
    ]);
  });

  test('a server under maintenance cannot be chosen and says so (RCHG-02)', async () => {
    const harness = startHarness();
    await harness.send(ENTER, PICK_UNDER_MAINTENANCE);
    expect(stateOf(harness)).toEqual({ server: 'maintenance' });
    expect(serverStep(harness)).toMatchObject({ serverId: null, notice: { kind: 'maintenance' } });
    expect(harness.inputs('loadItems')).toEqual([]);
    for (const [next, step] of [
      [{ type: 'notice.dismiss' }, 'server'],
      [{ type: 'server.pick', serverId: 's2' }, 'role'],
    ] as const) {
      await harness.send({ type: 'step.goto', step: 'server' }, PICK_UNDER_MAINTENANCE);
      expect(serverStep(harness).notice).toEqual({ kind: 'maintenance' });
      await harness.send(next);
      expect(harness.screen()).toMatchObject({ name: step, notice: null });
    }
  });

  test('cached roles whose reload failed: the failure is shown beside them until a retry starts (D18, ERRS-05, ERRS-06)', async () => {
    const harness = startHarness();
    harness.stored.cached = SERVERS;
    harness.responses.loadServers = refuse('systemBusy', { code: 10_002 });
    await harness.send(ENTER);
    expect(serverStep(harness)).toMatchObject({
      servers: { state: 'ready', rows: SERVERS, unread: [], refreshing: false },
      rolesFailure: { reason: 'systemBusy' },
    });
    const fresh = deferred<typeof SERVERS>();
    harness.responses.loadServers = fresh.promise;
    await harness.send({ type: 'load.retry' });
    expect(serverStep(harness)).toMatchObject({ servers: { refreshing: true }, rolesFailure: null });
    await fresh.resolve(SERVERS);
    expect(serverStep(harness)).toMatchObject({ servers: { refreshing: false }, rolesFailure: null });
  });

  test('without a cached list the server list shows the failure (D18)', async () => {
    const harness = startHarness();
    harness.responses.loadServers = refuse('systemBusy', { code: 10_002 });
    await harness.send(ENTER);
    expect(serverStep(harness)).toMatchObject({ servers: { state: 'failed' }, rolesFailure: null });
  });

  test('an unknown server or role cannot be chosen (RCHG-02)', async () => {
    const harness = startHarness();
    await harness.send(ENTER);
    expect(harness.can({ type: 'server.pick', serverId: 's9' })).toBe(false);
    await harness.send({ type: 'server.pick', serverId: 's2' });
    expect(harness.can({ type: 'role.pick', serverId: 's2', roleId: 'r2' })).toBe(false);
    expect(harness.can({ type: 'role.pick', serverId: 's3', roleId: 'r4' })).toBe(false);
    expect(harness.can({ type: 'role.pick', serverId: 's2', roleId: 'r1' })).toBe(true);
  });

  test('without server and role no request is sent, and each step says what is missing (RCHG-06, C29)', async () => {
    const harness = startHarness();
    await harness.send(ENTER, CONFIRM);
    expect(serverStep(harness).notice).toEqual({ kind: 'recipient-needed', missing: 'server-and-role' });
    await harness.send(PICK_SERVER);
    expect(roleStep(harness).notice).toBeNull();
    await harness.send(CONFIRM);
    expect(roleStep(harness).notice).toEqual({ kind: 'recipient-needed', missing: 'role' });
    await harness.send({ type: 'step.back' });
    expect(serverStep(harness).notice).toBeNull();
    expect(harness.inputs('loadItems')).toEqual([]);
    expect(harness.inputs('createOrder')).toEqual([]);
    expect(harness.can({ type: 'order.confirm', key: 'k', windowRef: null, at: 1 })).toBe(false);
  });

  test('the same role id on two servers is two recipients (RCHG-07, C29)', async () => {
    const harness = startHarness();
    await harness.send(
      ENTER,
      { type: 'server.pick', serverId: 's2' },
      { type: 'role.pick', serverId: 's2', roleId: 'r1' },
    );
    expect(harness.inputs('loadItems')).toEqual([{ serverId: 's2', roleId: 'r1' }]);
    expect(harness.screen()).toMatchObject({
      name: 'item',
      summary: { recipient: { serverId: 's2', serverName: 'Server s2', roleId: 'r1', roleName: 'Role r1' } },
    });
    expect(findRecipient(SERVERS, { serverId: 's2', roleId: 'r2' })).toBeNull();
    expect(recipientStatusOf(SERVERS, { serverId: 's2', roleId: 'r2' })).toBe('gone');
    expect(recipientStatusOf(SERVERS, { serverId: 's3', roleId: 'r4' })).toBe('maintenance');
    expect(recipientStatusOf(SERVERS, { serverId: null, roleId: 'r4' })).toBe('incomplete');
  });

  test('a request has blank ids when the list lacks the recipient (RCHG-06, RCHG-07)', () => {
    expect(toRequestIds({ servers: SERVERS, serverId: 's2', roleId: 'r3' })).toEqual({ serverId: 's2', roleId: 'r3' });
    expect(toRequestIds({ servers: SERVERS, serverId: 's1', roleId: 'r3' })).toEqual({ serverId: '', roleId: '' });
  });

  test('back at the server step, another server needs a role and the same one keeps the choices (RCHG-15)', async () => {
    const harness = startHarness();
    await harness.send(ENTER, PICK_SERVER, PICK_ROLE, { type: 'step.back' }, { type: 'step.back' });
    expect(serverStep(harness)).toMatchObject({ serverId: 's1', summary: { recipient: { roleId: 'r1' } } });
    await harness.send(CONFIRM);
    expect(harness.screen().name).toBe('item');
    expect(stepsOf(harness).at(-1)).toEqual(['item', false]);
    await harness.send({ type: 'step.goto', step: 'server' }, PICK_SERVER);
    expect(roleStep(harness)).toMatchObject({ serverId: 's1', roleId: 'r1' });
    await harness.send({ type: 'step.back' }, { type: 'server.pick', serverId: 's2' });
    expect(roleStep(harness)).toMatchObject({ serverId: 's2', roleId: null });
    await harness.send({ type: 'step.back' }, CONFIRM);
    expect(roleStep(harness)).toMatchObject({ serverId: 's2', roleId: null });
  });

  test('one tap on a character chooses its server and role, at either step (RCHG-02, RCHG-03)', async () => {
    for (const before of [[ENTER], [ENTER, { type: 'server.pick', serverId: 's2' } as const]]) {
      const harness = startHarness();
      await harness.send(...before, PICK_ROLE);
      expect(harness.screen()).toMatchObject({
        name: 'item',
        summary: { recipient: { serverId: 's1', roleId: 'r1' } },
      });
    }
  });

  test('up to eight characters are shown with their servers; more, none or unreadable ones come after the server (RCHG-02)', () => {
    const shown = (servers: readonly GameServer[], unread: readonly string[] = []) =>
      charactersOf({ servers, unread: { servers: unread, items: [], channels: [] } })?.map(
        ({ serverId, roleId, isUnderMaintenance }) => `${serverId} ${roleId} ${isUnderMaintenance}`,
      ) ?? null;
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `r${at}`);
    expect(shown([...SERVERS, server('s9', [])])).toEqual([
      's1 r1 false',
      's1 r2 false',
      's2 r1 false',
      's2 r3 false',
      's3 r4 true',
    ]);
    expect(shown([server('s1', ids(8))])).toHaveLength(8);
    for (const [servers, unread] of [
      [[server('s1', ids(9))], []],
      [[server('s1', [])], []],
      [SERVERS, ['s4']],
      [[{ ...server('s1', ['r1']), unreadRoles: ['r2'] }], []],
    ] as const)
      expect(shown(servers, unread)).toBeNull();
  });

  test('the last server and role are preselected; one tap on an item leads to the confirmation (D19, RCHG-18)', async () => {
    const harness = startHarness({ memory: MEMORY });
    await harness.send(ENTER);
    expect(stateOf(harness)).toEqual({ items: 'choosing' });
    expect(harness.screen()).toMatchObject({
      name: 'item',
      notice: null,
      summary: { recipient: { serverId: 's1', roleId: 'r2' } },
    });
    expect(stepsOf(harness)).toEqual([
      ['server', true],
      ['item', true],
    ]);
    expect(harness.inputs('loadItems')).toEqual([{ serverId: 's1', roleId: 'r2' }]);
    expect(harness.inputs('reportRole')).toMatchObject([{ recipient: { serverId: 's1', roleId: 'r2' } }]);
    expect(harness.reachable()).toEqual(['server', 'role']);
    await harness.send({ type: 'item.pick', itemId: 'i1' });
    expect(harness.screen()).toMatchObject({ name: 'confirm', summary: { channel: { fieldKey: 'c2' } } });
  });

  test("the account's only role is selected automatically, from a fresh list (RCHG-18)", async () => {
    const harness = startHarness();
    const fresh = deferred<typeof SERVERS>();
    const servers = [server('s1', []), server('s5', ['r5'])];
    harness.stored.cached = servers;
    harness.responses.loadServers = fresh.promise;
    await harness.send(ENTER);
    expect(stateOf(harness)).toEqual({ server: 'loading' });
    await fresh.resolve(servers);
    expect(harness.screen()).toMatchObject({ name: 'item', summary: { recipient: { serverId: 's5', roleId: 'r5' } } });
    await harness.send({ type: 'step.back' });
    expect(roleStep(harness)).toMatchObject({ serverId: 's5', roleId: 'r5' });
  });

  test('a single role under maintenance is not selected automatically (RCHG-18)', async () => {
    const harness = startHarness();
    harness.responses.loadServers = async () => [server('s1', []), server('s5', ['r5'], 1)];
    await harness.send(ENTER);
    expect(stateOf(harness)).toEqual({ server: 'choosing' });
    expect(serverStep(harness)).toMatchObject({ serverId: null, notice: null });
  });

  test('a preselection from the cache is cleared when the fresh list lacks it (RCHG-18, RCHG-21)', async () => {
    for (const [list, expected] of [
      [[server('s1', ['r1'])], { name: 'role', serverId: 's1', roleId: null, notice: { kind: 'role-gone' } }],
      [[server('s2', ['r1'])], { name: 'server', serverId: null, notice: { kind: 'role-gone' } }],
      [[server('s1', ['r2'], 1)], { name: 'server', serverId: 's1', notice: { kind: 'maintenance' } }],
      [[], { name: 'server', servers: { state: 'empty' } }],
    ] as const) {
      const harness = startHarness({ memory: MEMORY });
      harness.stored.cached = SERVERS;
      const fresh = deferred<readonly GameServer[]>();
      harness.responses.loadServers = fresh.promise;
      await harness.send(ENTER);
      expect(harness.screen()).toMatchObject({ name: 'item', summary: { recipient: { roleId: 'r2' } } });
      await fresh.resolve(list);
      expect(harness.screen()).toMatchObject(expected);
    }
  });

  test('when no fresh list can be loaded, the cached one decides (RCHG-18, RCHG-21)', async () => {
    for (const [input, list, state, expected] of [
      [{ draft: draft() }, [server('s2', ['r1'])], 'choosing', { serverId: null, notice: { kind: 'role-gone' } }],
      [
        { memory: MEMORY },
        [server('s1', ['r2'], 1)],
        'maintenance',
        { serverId: 's1', notice: { kind: 'maintenance' } },
      ],
      [{ memory: MEMORY }, [server('s2', ['r1'])], 'choosing', { serverId: null, notice: null }],
    ] as const) {
      const harness = startHarness(input);
      harness.stored.cached = list;
      harness.responses.loadServers = refuse('offline', { status: 500 });
      await harness.send(ENTER);
      expect(stateOf(harness)).toEqual({ server: state });
      expect(serverStep(harness)).toMatchObject(expected);
    }
  });

  test('a single role that appears while the player chooses a server is not selected automatically (RCHG-18)', async () => {
    const harness = startHarness();
    harness.stored.cached = SERVERS;
    const fresh = deferred<typeof SERVERS>();
    harness.responses.loadServers = fresh.promise;
    await harness.send(ENTER);
    await fresh.resolve([server('s5', ['r5'])]);
    expect(stateOf(harness)).toEqual({ server: 'choosing' });
    expect(serverStep(harness).serverId).toBeNull();
  });

  test('a fresh list never moves a player who is choosing a server (D19, RCHG-21)', async () => {
    const harness = startHarness();
    await harness.send(ENTER, PICK_SERVER, PICK_ROLE, { type: 'step.goto', step: 'server' });
    harness.responses.loadServers = async () => [server('s1', ['r2', 'r3'])];
    await harness.send({ type: 'page.leave' }, ENTER);
    expect(stateOf(harness)).toEqual({ server: 'choosing' });
    expect(serverStep(harness)).toMatchObject({ serverId: 's1', notice: { kind: 'role-gone' } });
    harness.responses.loadServers = async () => [server('s2', ['r1', 'r3'])];
    await harness.send({ type: 'page.leave' }, ENTER);
    expect(serverStep(harness)).toMatchObject({
      serverId: null,
      notice: { kind: 'recipient-needed', missing: 'server-and-role' },
    });
  });

  test('a saved server without a role is restored, or chosen again (RCHG-16, RCHG-21)', async () => {
    const half = { serverId: 's1', roleId: null, itemId: null, channelCode: null };
    for (const [list, expected] of [
      [SERVERS, { name: 'role', serverId: 's1', roleId: null, notice: null }],
      [[server('s2', ['r1'])], { name: 'server', serverId: null, notice: null }],
      [[server('s1', ['r1'], 1)], { name: 'server', serverId: 's1', notice: { kind: 'maintenance' } }],
    ] as const) {
      const harness = startHarness({ draft: half });
      harness.responses.loadServers = async () => list;
      await harness.send(ENTER);
      expect(harness.screen()).toMatchObject(expected);
    }
  });
});

describe('a long list', () => {
  const own = [server('s7', ['r7', 'r8']), server('s9', ['r9'], 1)];
  const others = Array.from({ length: 58 }, (_, at) => server(`t${at}`, []));
  const many = [...others.slice(0, 30), ...own, ...others.slice(30)];
  const ids = (harness: ReturnType<typeof startHarness>) => {
    const { servers } = serverStep(harness);
    return servers.state === 'ready' ? servers.rows.map(({ serverId }) => serverId) : [];
  };
  const started = async (servers: readonly GameServer[]) => {
    const harness = startHarness();
    harness.responses.loadServers = async () => servers;
    await harness.send(ENTER);
    return harness;
  };

  test("the player's servers are first, and a server without a role is last (RCHG-01)", async () => {
    const harness = await started([server('s1', []), server('s2', ['r2'], 1), server('s3', ['r3', 'r4'])]);
    expect(ids(harness)).toEqual(['s3', 's2', 's1']);
    expect(serverStep(harness).finder).toBeNull();
    expect(harness.can(searchServers('s1'))).toBe(false);
    expect(harness.can({ type: 'servers.show', scope: 'all' })).toBe(false);
  });

  test('with 60 servers only those with a role of the player are listed, until the player asks for all (RCHG-01)', async () => {
    const harness = await started(many);
    expect(ids(harness)).toEqual(['s7', 's9']);
    expect(serverStep(harness).finder).toEqual({ query: '', scope: 'own', total: 60 });
    await harness.send({ type: 'servers.show', scope: 'all' });
    expect(ids(harness)).toEqual(['s7', 's9', ...others.map(({ serverId }) => serverId)]);
    await harness.send({ type: 'servers.show', scope: 'own' }, { type: 'server.pick', serverId: 't3' });
    await harness.send({ type: 'step.back' });
    expect(ids(harness)).toEqual(['s7', 's9', 't3']);
  });

  test('a search finds every server by its name, its id or a role, without regard to case and accents (RCHG-01)', async () => {
    const harness = await started([
      ...many,
      { ...server('u1', []), serverName: 'Élan Harbor' },
      { ...server('u2', ['r1']), roles: [{ roleId: 'r1', roleName: '云中君' }] },
      { ...server('u3', []), serverName: 'Aurora' },
      { ...server('EU-4', []), serverName: 'Boreal' },
    ]);
    for (const [typed, found] of [
      ['elan h', ['u1']],
      ['云中', ['u2']],
      ['t7', ['t7']],
      ['u3', ['u3']],
      ['eu-4', ['EU-4']],
      ['EU-4', ['EU-4']],
      ['Server s7', ['s7']],
      ['s7role', []],
      ['  ', ['s7', 'u2', 's9']],
      ['nowhere', []],
    ] as const) {
      await harness.send(searchServers(typed));
      expect(ids(harness), typed).toEqual(found);
    }
    await harness.send(searchServers('elan h'));
    expect(serverStep(harness).finder).toEqual({ query: 'elan h', scope: null, total: 64 });
    await harness.send({ type: 'server.pick', serverId: 'u1' }, { type: 'step.back' });
    expect(serverStep(harness).finder).toEqual({ query: '', scope: 'own', total: 64 });
    expect(searchServers('x'.repeat(100))).toEqual({ type: 'servers.search', query: 'x'.repeat(64) });
  });

  test('a search folds the names of 10,000 servers once, not with every letter (RCHG-01)', async () => {
    const harness = await started([...many, ...Array.from({ length: 10_000 }, (_, at) => server(`x${at}`, []))]);
    const fold = vi.spyOn(String.prototype, 'normalize');
    expect(ids(harness)).toHaveLength(2);
    const onArrival = fold.mock.calls.length;
    for (const typed of ['x', 'x9', 'x99', 'x999']) {
      await harness.send(searchServers(typed));
      expect(ids(harness), typed).not.toEqual([]);
    }
    expect(fold.mock.calls.length - onArrival).toBeLessThan(100);
    fold.mockRestore();
  });

  test('without a role anywhere, or with one on each server, every server is listed (RCHG-01)', async () => {
    const everywhere = Array.from({ length: 13 }, (_, at) => server(`v${at}`, [`r${at}`]));
    for (const servers of [others, everywhere]) {
      const harness = await started(servers);
      expect(ids(harness)).toHaveLength(servers.length);
      expect(serverStep(harness).finder).toEqual({ query: '', scope: null, total: servers.length });
    }
  });

  test('a list of up to 12 servers has no search (RCHG-01)', async () => {
    const harness = await started(others.slice(0, 12));
    expect(serverStep(harness).finder).toBeNull();
    expect(harness.can(searchServers('t1'))).toBe(false);
  });
});

describe('another account', () => {
  test('a new session starts empty, and roles that only a cache contains cannot order anything (C30)', async () => {
    const former = startHarness();
    await former.send(ENTER, PICK_SERVER, PICK_ROLE);
    former.stop();
    const harness = startHarness();
    harness.stored.cached = [server('s9', ['r9'])];
    harness.responses.loadServers = deferred<typeof SERVERS>().promise;
    harness.responses.loadItems = refuse('roleGone', { code: 30_002 });
    await harness.send(ENTER);
    expect(serverStep(harness)).toMatchObject({
      servers: { rows: [server('s9', ['r9'])], refreshing: true },
      serverId: null,
      summary: { recipient: null, item: null, channel: null },
    });
    await harness.send({ type: 'server.pick', serverId: 's9' }, { type: 'role.pick', serverId: 's9', roleId: 'r9' });
    expect(roleStep(harness)).toMatchObject({ roleId: null, notice: { kind: 'role-gone' } });
    expect(harness.can({ type: 'order.confirm', key: 'k', windowRef: null, at: 1 })).toBe(false);
  });
});

describe('reporting', () => {
  const recipient = { serverId: 's1', serverName: 'Server s1', roleId: 'r1', roleName: 'Role r1' };

  test('the chosen role is reported in the background (RCHG-04)', async () => {
    const harness = startHarness();
    const report = deferred<void>();
    harness.responses.reportRole = report.promise;
    await harness.send(ENTER, PICK_SERVER);
    expect(harness.inputs('reportRole')).toEqual([]);
    await harness.send(PICK_ROLE);
    expect(harness.inputs('reportRole')).toEqual([{ recipient }]);
    expect(harness.screen()).toMatchObject({ name: 'item', items: { state: 'ready', rows: ITEMS } });
    await harness.send({ type: 'step.back' }, CONFIRM);
    expect(harness.inputs('reportRole')).toEqual([{ recipient }, { recipient }]);
  });

  test('the recipient is saved and reported, however it is chosen (RCHG-04, RCHG-16)', async () => {
    const ONLY_ROLE: RechargeEvent = { type: 'server.pick', serverId: 's5' };
    const BACK: RechargeEvent = { type: 'step.back' };
    const cases: readonly [RechargeMemory | null, readonly RechargeEvent[], RechargeEvent, RecipientIds][] = [
      [MEMORY, [], ENTER, { serverId: 's1', roleId: 'r2' }],
      [null, [ENTER], ONLY_ROLE, { serverId: 's5', roleId: 'r5' }],
      [null, [ENTER, PICK_SERVER], PICK_ROLE, { serverId: 's1', roleId: 'r1' }],
      [null, [ENTER, PICK_SERVER, PICK_ROLE, BACK], CONFIRM, { serverId: 's1', roleId: 'r1' }],
      [null, [ENTER, PICK_SERVER, PICK_ROLE, BACK, BACK], CONFIRM, { serverId: 's1', roleId: 'r1' }],
    ];
    for (const [memory, before, choice, ids] of cases) {
      const harness = startHarness({ memory });
      harness.responses.loadServers = async () => [server('s1', ['r1', 'r2']), server('s5', ['r5'])];
      await harness.send(...before);
      harness.clearCalls();
      await harness.send(choice);
      expect(harness.inputs('saveDraft')).toEqual([{ draft: draft({ ...ids, itemId: null, channelCode: null }) }]);
      expect(harness.inputs('reportRole')).toMatchObject([{ recipient: ids }]);
    }
  });

  test('a failed report is reported and stops nothing (RCHG-04)', async () => {
    const harness = startHarness();
    harness.responses.reportRole = refuse('systemBusy', { code: 10_002 });
    await harness.send(ENTER, PICK_SERVER, PICK_ROLE);
    expect(harness.reports).toContainEqual({ type: 'role.reportFailed' });
    expect(harness.screen().name).toBe('item');
    expect(harness.can({ type: 'item.pick', itemId: 'i1' })).toBe(true);
  });

  test('another background call that fails is not reported as the role (RCHG-04)', async () => {
    const harness = startHarness();
    harness.responses.saveMemory = refuse('unknownError');
    harness.responses.deleteIntent = refuse('unknownError');
    await harness.send(...TO_CONFIRM, { type: 'order.confirm', key: 'k1', windowRef: null, at: 1 });
    expect(harness.reports).not.toContainEqual({ type: 'role.reportFailed' });
    expect(harness.screen().name).toBe('payment');
  });
});

describe('maintenance', () => {
  test('the list is reloaded every 30 s while the notice is shown, and the selection stays (RCHG-21, C31)', async () => {
    const harness = startHarness({ memory: MEMORY });
    harness.responses.loadServers = async () => [server('s1', ['r1', 'r2'], 1)];
    await harness.send(ENTER);
    expect(stateOf(harness)).toEqual({ server: 'maintenance' });
    expect(serverStep(harness)).toMatchObject({
      serverId: 's1',
      notice: { kind: 'maintenance' },
      summary: { recipient: { roleId: 'r2' } },
    });
    await harness.send({ type: 'notice.dismiss' });
    expect(serverStep(harness).notice).toBeNull();
    await harness.send(CONFIRM);
    expect(serverStep(harness).notice).toEqual({ kind: 'maintenance' });
    expect(harness.inputs('loadItems')).toEqual([]);

    await vi.advanceTimersByTimeAsync(29_999);
    expect(harness.inputs('loadServers')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(harness.inputs('loadServers')).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(harness.inputs('loadServers')).toHaveLength(3);
    expect(serverStep(harness).notice).toEqual({ kind: 'maintenance' });

    harness.responses.loadServers = async () => SERVERS;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(serverStep(harness)).toMatchObject({ serverId: 's1', notice: null });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(harness.inputs('loadServers')).toHaveLength(4);
    await harness.send(CONFIRM);
    expect(harness.inputs('loadItems')).toEqual([{ serverId: 's1', roleId: 'r2' }]);
  });

  test('a failed reload is repeated too (C31)', async () => {
    const harness = startHarness();
    await harness.send(ENTER, PICK_UNDER_MAINTENANCE);
    harness.responses.loadServers = refuse('offline', { status: 500 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(harness.inputs('loadServers')).toHaveLength(3);
    expect(serverStep(harness).notice).toEqual({ kind: 'maintenance' });
  });

  test('a fresh list without the server or the role leads back to that step, from any step (D19, C28, C31)', async () => {
    for (const steps of [[PICK_SERVER], [PICK_SERVER, PICK_ROLE], TO_CONFIRM.slice(1)]) {
      const harness = startHarness();
      await harness.send(ENTER, ...steps);
      harness.responses.loadServers = async () => [server('s1', ['r1'], 1)];
      await harness.send({ type: 'page.leave' }, ENTER);
      expect(stateOf(harness)).toEqual({ server: 'maintenance' });
      expect(serverStep(harness)).toMatchObject({ serverId: 's1', notice: { kind: 'maintenance' } });
      expect(harness.reachable()).toEqual([]);
    }
    const harness = startHarness();
    await harness.send(ENTER, PICK_SERVER, PICK_ROLE, { type: 'item.pick', itemId: 'i1' });
    harness.responses.loadServers = async () => [server('s1', ['r1'], 1)];
    await harness.send({ type: 'page.leave' }, ENTER);
    harness.responses.loadServers = async () => [server('s1', ['r2'])];
    await vi.advanceTimersByTimeAsync(30_000);
    expect(roleStep(harness)).toMatchObject({ serverId: 's1', roleId: null, notice: { kind: 'role-gone' } });
  });

  test('a role that is gone makes the later steps unreachable and keeps item and channel in the draft (RCHG-15, RCHG-21)', async () => {
    const harness = startHarness();
    await harness.send(...TO_CONFIRM);
    harness.responses.loadServers = async () => [server('s1', ['r2', 'r3'])];
    await harness.send({ type: 'page.leave' }, ENTER);
    expect(roleStep(harness)).toMatchObject({ roleId: null, notice: { kind: 'role-gone' } });
    expect(harness.reachable()).toEqual(['server']);
    await harness.send({ type: 'step.back' }, PICK_SERVER);
    expect(harness.stored.draft).toEqual(draft({ roleId: null }));
  });

  test('a server that is gone is chosen again, and the notice names what is missing (D19, RCHG-21)', async () => {
    for (const [steps, notice] of [
      [[PICK_SERVER], { kind: 'recipient-needed', missing: 'server-and-role' }],
      [[PICK_SERVER, PICK_ROLE], { kind: 'role-gone' }],
    ] as const) {
      const harness = startHarness();
      await harness.send(ENTER, ...steps);
      harness.responses.loadServers = async () => [server('s2', ['r1', 'r3'])];
      await harness.send({ type: 'page.leave' }, ENTER);
      expect(stateOf(harness)).toEqual({ server: 'choosing' });
      expect(serverStep(harness)).toMatchObject({ serverId: null, notice });
    }
  });
});
