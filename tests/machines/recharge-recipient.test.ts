import { beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import {
  charactersOf,
  findRecipient,
  recipientStatusOf,
  toRequestIds,
} from '../../machines/recharge/recharge.recipient.ts';
import type { RechargeDraft, RechargeEvent } from '../../machines/recharge/recharge.types.ts';
import { searchServers } from '../../machines/recharge/servers.list.ts';
import type { GameServer } from '../../machines/recharge/servers.machine.ts';
import {
  BACK,
  channel,
  confirm,
  deferred,
  draft,
  ENTER,
  goTo,
  ITEMS,
  inTurn,
  PICK_ITEM,
  PICK_ROLE,
  PICK_SERVER,
  pickRole,
  pickServer,
  RETRY,
  refuse,
  SERVERS,
  server,
  settle,
  startHarness,
  TO_CONFIRM,
} from './recharge-harness.ts';

beforeEach(() => void vi.useFakeTimers());

type Harness = Omit<ReturnType<typeof startHarness>, 'after'>;

const MEMORY = { serverId: 's1', roleId: 'r2', channelCode: 'c2', itemId: null };
const CONFIRM: RechargeEvent = { type: 'recipient.confirm' };

const stepOf = <Name extends 'server' | 'role'>(harness: Harness, name: Name) => {
  const screen = harness.screen();
  if (screen.name !== name) throw new Error(`at ${screen.name}`);
  return screen as Extract<typeof screen, { readonly name: Name }>;
};
const serverStep = (harness: Harness) => stepOf(harness, 'server');
const roleStep = (harness: Harness) => stepOf(harness, 'role');
const stateOf = (harness: Harness) =>
  (harness.snapshot().value as { readonly wizard: { readonly game: unknown } }).wizard.game;
const stepsOf = (harness: Harness) =>
  harness.reports.flatMap((report) => (report.type === 'step.entered' ? [[report.step, report.replace]] : []));

/** A wizard whose server has these servers, after these events. */
const at = (servers: readonly GameServer[], ...events: readonly RechargeEvent[]): Promise<Harness> =>
  startHarness({ ports: { loadServers: async () => servers } }).after(...events);

/** The player leaves the page and returns; by then, the server has these servers. */
const returnTo = async (harness: Harness, servers: readonly GameServer[]): Promise<void> => {
  harness.responses.loadServers = async () => servers;
  await harness.send({ type: 'page.leave' }, ENTER);
};

describe('the last order', () => {
  const LAST = { ...MEMORY, itemId: 'i1' };
  const shop = async (over: Parameters<typeof startHarness>[0] = {}) => {
    const harness = await startHarness({ memory: LAST, ...over }).after(ENTER);
    return harness;
  };

  test('a returning player confirms the last order with one tap, beside the other items (RCHG-18)', async () => {
    const harness = await shop();
    expect(harness.seen()).toBe('confirm: s1.r2 i1 c2');
    expect(harness.screen()).toMatchObject({ items: ITEMS });
    expect(stepsOf(harness)).toEqual(['server', 'item', 'confirm'].map((step) => [step, true]));
    expect(await harness.send(confirm('k1'))).toBe('payment order-k1: s1.r2 i1 c2');
  });

  test('another item, or a draft with an item, is the choice of the player, without other items below it', async () => {
    const other = await shop();
    await other.send({ type: 'item.pick', itemId: 'i2' });
    expect([other.seen(), other.screen()]).toMatchObject(['confirm: s1.r2 i2 c2', { items: [] }]);
    const drafted = await shop({ draft: draft() });
    expect([drafted.seen(), drafted.screen()]).toMatchObject(['confirm: s1.r1 i1 c1', { items: [] }]);
  });

  test.each<[what: string, over: Parameters<typeof startHarness>[0], seen: string]>([
    ['its item', { memory: { ...LAST, itemId: 'gone' } }, 'item: s1.r2 - -'],
    ['its method', { memory: { ...LAST, channelCode: 'c3' } }, 'item: s1.r2 - -'],
    ['a last item', { memory: MEMORY }, 'item: s1.r2 - -'],
    ['an item of the draft', { draft: draft({ itemId: null, channelCode: null }) }, 'item: s1.r1 - -'],
    ['the list of methods', { ports: { loadChannels: refuse('offline', { status: 500 }) } }, 'item: s1.r2 - -'],
  ])('without %s the shop opens without a suggestion', async (_, over, seen) => {
    expect((await shop(over)).seen()).toBe(seen);
  });

  test('a suggestion is the choice of the player as soon as a package is bought for it (EPNT-04)', async () => {
    const harness = await shop({
      memory: { ...LAST, channelCode: 'epoint' },
      ports: { loadChannels: async () => [channel('epoint')], loadCoinBalance: async () => 1 },
    });
    expect([harness.seen(), harness.screen()]).toMatchObject(['confirm: s1.r2 i1 epoint', { items: ITEMS }]);
    await harness.send({ type: 'package.confirmed', points: 100_000 });
    expect([harness.seen(), harness.screen()]).toMatchObject(['confirm: s1.r2 i1 epoint', { items: [] }]);
    expect(harness.stored.draft).toMatchObject({ itemId: 'i1', channelCode: 'epoint' });
  });

  test('only steps that load the balance show it (EPNT-05)', async () => {
    const balanceOf = (screen: ReturnType<Harness['screen']>) => 'summary' in screen && screen.summary.coinBalance;
    const harness = await shop({ ports: { loadCoinBalance: async () => 1_459 } });
    expect([harness.seen(), balanceOf(harness.screen())]).toEqual(['confirm: s1.r2 i1 c2', 1_459]);
    await harness.send(goTo('item'));
    expect(balanceOf(harness.screen())).toBeNull();
    await harness.send(PICK_ITEM, { type: 'channel.pick', channelCode: 'c2' }, confirm('k1'));
    expect([harness.seen(), balanceOf(harness.screen())]).toEqual(['payment order-k1: s1.r2 i1 c2', null]);
  });

  test('an order that was refused or replaced is not suggested again', async () => {
    const harness = await shop({ ports: { createOrder: refuse('itemGone', { code: 30_003 }) } });
    expect(await harness.send(confirm('k1'))).toBe('item: s1.r2 - c2, item-gone');
    const other = await shop();
    for (const roleId of ['r1', 'r2']) {
      await other.send(goTo('server'), pickRole('s1', roleId));
      expect(other.seen()).toBe(`item: s1.${roleId} - -`);
    }
  });
});

test.each<[choices: RechargeDraft, priceMinor: number | null, seen: string]>([
  [draft(), 499, 'confirm: s1.r1 i1 c1'],
  [draft(), 399, 'confirm: s1.r1 i1 c1, price-changed 399 499'],
  [draft({ itemId: 'gone' }), 399, 'item: s1.r1 - -, item-gone'],
  [draft({ channelCode: 'c3' }), null, 'channel: s1.r1 i1 -, channel-closed'],
  [draft({ serverId: 's3', roleId: 'r4' }), null, 'server s3/r4: s3.r4 - -, maintenance'],
  [draft({ roleId: 'gone' }), null, 'role s1/-: - - -, role-gone'],
  // What a link leaves out is that of the last order.
  [{ serverId: null, roleId: null, itemId: 'i2', channelCode: null }, null, 'confirm: s1.r2 i2 c2'],
])('the choices %j of a link at the price %j: %s (RCHG-21)', async (choices, priceMinor, seen) => {
  const harness = startHarness({ memory: MEMORY });
  expect(await harness.send(ENTER, { type: 'order.resubmit', choices, priceMinor })).toBe(seen);
});

describe('loading', () => {
  test('nothing is loaded before the player enters the page (RCHG-01)', async () => {
    const harness = startHarness();
    await settle();
    expect([harness.screen(), harness.order()]).toEqual([{ name: 'inactive' }, []]);
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
    expect(roleStep(harness).roles).toMatchObject({ rows: [{ roleId: 'r1' }, { roleId: 'r2' }], refreshing: false });
  });

  test('a cache that fails leaves the list to the server, and a list that loads or has servers has no retry (RCHG-01, RCHG-03)', async () => {
    const harness = startHarness();
    const fresh = deferred<typeof SERVERS>();
    harness.responses.loadCachedServers = refuse('unknownError');
    harness.responses.loadServers = fresh.promise;
    await harness.send(ENTER);
    expect([serverStep(harness).servers, harness.can(RETRY)]).toEqual([{ state: 'loading' }, false]);
    await fresh.resolve(SERVERS);
    expect([serverStep(harness).servers, harness.can(RETRY)]).toMatchObject([{ state: 'ready', rows: SERVERS }, false]);
  });

  test('no servers, a failed list and a server without roles each have a working retry (RCHG-03, ERRS-06)', async () => {
    const harness = startHarness();
    const lost = failure('timedOut', { status: 500 });
    harness.responses.loadServers = inTurn(lost, [], [server('s1', [])], lost, [server('s1', ['r1'])]);
    await harness.send(ENTER);
    expect(serverStep(harness).servers).toEqual({ state: 'failed', failure: lost });
    await harness.send(RETRY);
    expect(serverStep(harness).servers).toEqual({ state: 'empty' });
    await harness.send(CONFIRM);
    expect(serverStep(harness).notice).toBeNull();
    await harness.send(RETRY, PICK_SERVER);
    expect([stateOf(harness), roleStep(harness).roles]).toEqual([{ role: 'empty' }, { state: 'empty' }]);
    await harness.send(RETRY);
    expect(roleStep(harness).roles).toEqual({ state: 'failed', failure: lost });
    await harness.send(RETRY);
    expect(roleStep(harness).roles).toMatchObject({ rows: [{ roleId: 'r1', roleName: 'Role r1' }] });
    expect(harness.can(RETRY)).toBe(false);
  });

  test('a reload that fails is shown beside the cached roles, or instead of the list, until a retry starts (D18, ERRS-05, ERRS-06)', async () => {
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
    await harness.send(RETRY);
    expect(serverStep(harness)).toMatchObject({ servers: { refreshing: true }, rolesFailure: null });
    const uncached = startHarness({ ports: { loadServers: refuse('systemBusy', { code: 10_002 }) } });
    await uncached.send(ENTER);
    expect(serverStep(uncached)).toMatchObject({ servers: { state: 'failed' }, rolesFailure: null });
  });
});

describe('choosing', () => {
  test('a server with one role skips to the items; back shows the role step (D19)', async () => {
    const harness = await at([server('s1', ['r1', 'r2']), server('s5', ['r5'])], ENTER, pickServer('s5'));
    expect(harness.inputs('loadItems')).toEqual([{ serverId: 's5', roleId: 'r5' }]);
    expect(harness.seen()).toBe('item: s5.r5 - -');
    expect(await harness.send(BACK)).toBe('role s5/r5: s5.r5 - -');
    expect(stepsOf(harness)).toEqual([
      ['server', true],
      ['item', false],
      ['role', false],
    ]);
  });

  test.each<[next: RechargeEvent, seen: string]>([
    [{ type: 'notice.dismiss' }, 'server -/-: - - -'],
    [pickServer('s2'), 'role s2/-: - - -'],
  ])('a server under maintenance cannot be chosen and says so, until the event %j (RCHG-02)', async (next, seen) => {
    const harness = await at(SERVERS, ENTER, pickServer('s3'));
    expect(harness.seen()).toBe('server -/-: - - -, maintenance');
    await harness.send(next);
    expect([harness.seen(), harness.inputs('loadItems')]).toEqual([seen, []]);
  });

  test('an unknown server or role cannot be chosen (RCHG-02)', async () => {
    const harness = await at(SERVERS, ENTER);
    expect(harness.can(pickServer('s9'))).toBe(false);
    await harness.send(pickServer('s2'));
    const picks = [pickRole('s2', 'r2'), pickRole('s3', 'r4'), pickRole('s2', 'r1')];
    expect(picks.map((pick) => harness.can(pick))).toEqual([false, false, true]);
  });

  test('without server and role no request is sent, and each step says what is missing (RCHG-06, C29)', async () => {
    const harness = await at(SERVERS, ENTER, CONFIRM);
    expect(harness.seen()).toBe('server -/-: - - -, recipient-needed server-and-role');
    expect(await harness.send(PICK_SERVER)).toBe('role s1/-: - - -');
    expect(await harness.send(CONFIRM)).toBe('role s1/-: - - -, recipient-needed role');
    expect(await harness.send(BACK)).toBe('server s1/-: - - -');
    expect([harness.inputs('loadItems'), harness.can(confirm('k'))]).toEqual([[], false]);
  });

  test('the same role id on two servers is two recipients (RCHG-07, C29)', async () => {
    const harness = await at(SERVERS, ENTER, pickServer('s2'), pickRole('s2', 'r1'));
    expect(harness.inputs('loadItems')).toEqual([{ serverId: 's2', roleId: 'r1' }]);
    const recipient = { serverId: 's2', serverName: 'Server s2', roleId: 'r1', roleName: 'Role r1' };
    expect(harness.screen()).toMatchObject({ name: 'item', summary: { recipient } });
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
    const harness = await at(SERVERS, ENTER, PICK_SERVER, PICK_ROLE, BACK, BACK);
    expect(harness.seen()).toBe('server s1/r1: s1.r1 - -');
    await harness.send(CONFIRM);
    expect([harness.seen(), stepsOf(harness).at(-1)]).toEqual(['item: s1.r1 - -', ['item', false]]);
    expect(await harness.send(goTo('server'), PICK_SERVER)).toBe('role s1/r1: s1.r1 - -');
    expect(await harness.send(BACK, pickServer('s2'))).toBe('role s2/-: - - -');
    expect(await harness.send(BACK, CONFIRM)).toBe('role s2/-: - - -');
  });

  test('one tap on a character chooses its server and role, at either step (RCHG-02, RCHG-03)', async () => {
    for (const before of [[ENTER], [ENTER, pickServer('s2')]])
      expect((await at(SERVERS, ...before, PICK_ROLE)).seen()).toBe('item: s1.r1 - -');
  });

  test('up to eight characters are shown with their servers; more, none or unreadable ones come after the server (RCHG-02)', () => {
    const shown = (servers: readonly GameServer[], unread: readonly string[] = []) =>
      charactersOf({ servers, unread: { servers: unread, items: [], channels: [] } })?.map(
        ({ serverId, roleId, isUnderMaintenance }) => `${serverId} ${roleId} ${isUnderMaintenance}`,
      ) ?? null;
    const ids = (count: number) => Array.from({ length: count }, (_, index) => `r${index}`);
    expect(shown([...SERVERS.slice(1), server('s9', [])])).toEqual(['s2 r1 false', 's2 r3 false', 's3 r4 true']);
    expect(shown([server('s1', ids(8))])).toHaveLength(8);
    expect([shown([server('s1', ids(9))]), shown([server('s1', [])]), shown(SERVERS, ['s4'])]).toEqual([
      null,
      null,
      null,
    ]);
    expect(shown([{ ...server('s1', ['r1']), unreadRoles: ['r2'] }])).toBeNull();
  });

  test('the last server and role are preselected; one tap on an item leads to the confirmation (D19, RCHG-18)', async () => {
    const harness = startHarness({ memory: MEMORY });
    expect(await harness.send(ENTER)).toBe('item: s1.r2 - -');
    expect(stepsOf(harness)).toEqual(['server', 'item'].map((step) => [step, true]));
    expect(harness.reachable()).toEqual(['server', 'role']);
    expect(await harness.send(PICK_ITEM)).toBe('confirm: s1.r2 i1 c2');
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
    expect(harness.seen()).toBe('item: s5.r5 - -');
    const closed = await at([server('s1', []), server('s5', ['r5'], 1)], ENTER);
    expect(closed.seen()).toBe('server -/-: - - -');
    const choosing = await at(SERVERS, ENTER);
    await returnTo(choosing, [server('s5', ['r5'])]);
    expect(choosing.seen()).toBe('server -/-: - - -');
  });

  test.each([
    { list: [server('s1', ['r1'])], seen: 'role s1/-: - - -, role-gone' },
    { list: [server('s2', ['r1'])], seen: 'server -/-: - - -, role-gone' },
    { list: [server('s1', ['r2'], 1)], seen: 'server s1/r2: s1.r2 - -, maintenance' },
  ])('a preselection from the cache that the fresh list lacks: $seen (RCHG-18, RCHG-21)', async ({ list, seen }) => {
    const harness = startHarness({ memory: MEMORY });
    harness.stored.cached = SERVERS;
    const fresh = deferred<readonly GameServer[]>();
    harness.responses.loadServers = fresh.promise;
    expect(await harness.send(ENTER)).toBe('item: s1.r2 - -');
    await fresh.resolve(list);
    expect(harness.seen()).toBe(seen);
  });

  test.each([
    { input: { draft: draft() }, list: [server('s2', ['r1'])], seen: 'server -/-: - - -, role-gone' },
    { input: { memory: MEMORY }, list: [server('s1', ['r2'], 1)], seen: 'server s1/r2: s1.r2 - -, maintenance' },
    { input: { memory: MEMORY }, list: [server('s2', ['r1'])], seen: 'server -/-: - - -' },
  ])('when no fresh list can be loaded, the cached one decides: $seen (RCHG-18, RCHG-21)', async (row) => {
    const harness = startHarness(row.input);
    harness.stored.cached = row.list;
    harness.responses.loadServers = refuse('offline', { status: 500 });
    expect(await harness.send(ENTER)).toBe(row.seen);
  });

  test('a fresh list never moves a player who is choosing a server (D19, RCHG-21)', async () => {
    const harness = await at(SERVERS, ENTER, PICK_SERVER, PICK_ROLE, goTo('server'));
    await returnTo(harness, [server('s1', ['r2', 'r3'])]);
    expect(harness.seen()).toBe('server s1/-: - - -, role-gone');
    await returnTo(harness, [server('s2', ['r1', 'r3'])]);
    expect(harness.seen()).toBe('server -/-: - - -, recipient-needed server-and-role');
  });

  test.each([
    { list: SERVERS, seen: 'role s1/-: - - -' },
    { list: [server('s2', ['r1'])], seen: 'server -/-: - - -' },
    { list: [server('s1', ['r1'], 1)], seen: 'server s1/-: - - -, maintenance' },
  ])('a saved server without a role is restored, or chosen again: $seen (RCHG-16, RCHG-21)', async ({ list, seen }) => {
    const harness = startHarness({ draft: draft({ roleId: null, itemId: null, channelCode: null }) });
    harness.responses.loadServers = async () => list;
    expect(await harness.send(ENTER)).toBe(seen);
  });
});

describe('a long list', () => {
  const own = [server('s7', ['r7', 'r8']), server('s9', ['r9'], 1)];
  const others = Array.from({ length: 58 }, (_, index) => server(`t${index}`, []));
  const many = [...others.slice(0, 30), ...own, ...others.slice(30)];
  const ids = (harness: Harness) => {
    const { servers } = serverStep(harness);
    return servers.state === 'ready' ? servers.rows.map(({ serverId }) => serverId) : [];
  };
  const finderOf = (harness: Harness) => serverStep(harness).finder;

  test("the player's servers are first, and a server without a role is last (RCHG-01)", async () => {
    const harness = await at([server('s1', []), server('s2', ['r2'], 1), server('s3', ['r3', 'r4'])], ENTER);
    expect(ids(harness)).toEqual(['s3', 's2', 's1']);
    expect(harness.can({ type: 'servers.show', scope: 'all' })).toBe(false);
  });

  test('with 60 servers only those with a role of the player are listed, until the player asks for all (RCHG-01)', async () => {
    const harness = await at(many, ENTER);
    expect(ids(harness)).toEqual(['s7', 's9']);
    expect(finderOf(harness)).toEqual({ query: '', scope: 'own', total: 60 });
    await harness.send({ type: 'servers.show', scope: 'all' });
    expect(ids(harness)).toEqual(['s7', 's9', ...others.map(({ serverId }) => serverId)]);
    await harness.send({ type: 'servers.show', scope: 'own' }, pickServer('t3'), BACK);
    expect(ids(harness)).toEqual(['s7', 's9', 't3']);
  });

  test('a search finds every server by its name, its id or a role, without regard to case and accents (RCHG-01)', async () => {
    const named = [
      { ...server('u1', []), serverName: 'Élan Harbor' },
      { ...server('u2', ['r1']), roles: [{ roleId: 'r1', roleName: '云中君' }] },
      { ...server('EU-4', []), serverName: 'Boreal' },
    ];
    const harness = await at([...many, ...named], ENTER);
    for (const [typed, found] of [
      ['elan h', ['u1']],
      ['云中', ['u2']],
      ['t7', ['t7']],
      ['eu-4', ['EU-4']],
      ['Server s7', ['s7']],
      ['s7role', []],
      ['  ', ['s7', 'u2', 's9']],
    ] as const) {
      await harness.send(searchServers(typed));
      expect(ids(harness), typed).toEqual(found);
    }
    await harness.send(searchServers('elan h'));
    expect(finderOf(harness)).toEqual({ query: 'elan h', scope: null, total: 63 });
    await harness.send(pickServer('u1'), BACK);
    expect(finderOf(harness)).toEqual({ query: '', scope: 'own', total: 63 });
    expect(searchServers('x'.repeat(100))).toEqual({ type: 'servers.search', query: 'x'.repeat(64) });
  });

  test('a search folds the names of 10,000 servers once, not with every letter (RCHG-01)', async () => {
    const harness = await at(
      [...many, ...Array.from({ length: 10_000 }, (_, index) => server(`x${index}`, []))],
      ENTER,
    );
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

  test('without a role anywhere, or with one on each server, every server is listed; up to 12 have no search (RCHG-01)', async () => {
    const everywhere = Array.from({ length: 13 }, (_, index) => server(`v${index}`, [`r${index}`]));
    for (const servers of [others, everywhere]) {
      const harness = await at(servers, ENTER);
      expect(ids(harness)).toHaveLength(servers.length);
      expect(finderOf(harness)).toEqual({ query: '', scope: null, total: servers.length });
    }
    const few = await at(others.slice(0, 12), ENTER);
    expect([finderOf(few), few.can(searchServers('t1'))]).toEqual([null, false]);
  });
});

test('roles that only the cache of another account contains cannot order anything (C30)', async () => {
  const harness = startHarness({ ports: { loadItems: refuse('roleGone', { code: 30_002 }) } });
  harness.stored.cached = [server('s9', ['r9'])];
  harness.responses.loadServers = deferred<typeof SERVERS>().promise;
  expect(await harness.send(ENTER)).toBe('server -/-: - - -');
  await harness.send(pickServer('s9'), pickRole('s9', 'r9'));
  expect([harness.seen(), harness.can(confirm('k'))]).toEqual(['role s9/-: - - -, role-gone', false]);
});

describe('reporting', () => {
  const [ONE, TWO] = [PICK_SERVER, PICK_ROLE];

  test.each<[how: string, before: readonly RechargeEvent[], choice: RechargeEvent, ids: string]>([
    ['by the last order', [], ENTER, 's1 r2'],
    ['by a server with one role', [ENTER], pickServer('s5'), 's5 r5'],
    ['by its role', [ENTER, ONE], TWO, 's1 r1'],
    ['again at the role', [ENTER, ONE, TWO, BACK], CONFIRM, 's1 r1'],
    ['again at the server', [ENTER, ONE, TWO, BACK, BACK], CONFIRM, 's1 r1'],
  ])('a recipient that is chosen %s is saved and reported (RCHG-04, RCHG-16)', async (_, before, choice, ids) => {
    const harness = startHarness({ memory: before.length > 0 ? null : MEMORY });
    harness.responses.loadServers = async () => [server('s1', ['r1', 'r2']), server('s5', ['r5'])];
    harness.responses.reportRole = deferred<void>().promise;
    await harness.send(...before);
    harness.clearCalls();
    await harness.send(choice);
    const [serverId = '', roleId = ''] = ids.split(' ');
    expect(harness.inputs('saveDraft')).toEqual([{ draft: { serverId, roleId, itemId: null, channelCode: null } }]);
    const recipient = { serverId, serverName: `Server ${serverId}`, roleId, roleName: `Role ${roleId}` };
    expect(harness.inputs('reportRole')).toEqual([{ recipient }]);
    expect(harness.seen()).toBe(`item: ${serverId}.${roleId} - -`);
  });

  test('a failed report is reported and stops nothing (RCHG-04)', async () => {
    const harness = startHarness({ ports: { reportRole: refuse('systemBusy', { code: 10_002 }) } });
    await harness.send(ENTER, PICK_SERVER, PICK_ROLE);
    expect(harness.reports).toContainEqual({ type: 'role.reportFailed' });
    expect(harness.can(PICK_ITEM)).toBe(true);
  });

  test('another background call that fails is not reported as the role (RCHG-04)', async () => {
    const ports = { saveMemory: refuse('unknownError'), deleteIntent: refuse('unknownError') };
    const harness = await startHarness({ ports }).after(...TO_CONFIRM, confirm('k1'));
    expect(harness.reports).not.toContainEqual({ type: 'role.reportFailed' });
    expect(harness.screen().name).toBe('payment');
  });
});

describe('maintenance', () => {
  test('the list is reloaded every 30 s while the notice is shown, and the selection stays (RCHG-21, C31)', async () => {
    const harness = startHarness({ memory: MEMORY });
    const [CLOSED, OPEN] = ['server s1/r2: s1.r2 - -, maintenance', 'server s1/r2: s1.r2 - -'];
    harness.responses.loadServers = async () => [server('s1', ['r1', 'r2'], 1)];
    expect(await harness.send(ENTER)).toBe(CLOSED);
    expect(await harness.send({ type: 'notice.dismiss' })).toBe(OPEN);
    await harness.send(CONFIRM);
    expect([harness.seen(), harness.inputs('loadItems')]).toEqual([CLOSED, []]);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(harness.inputs('loadServers')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(harness.inputs('loadServers')).toHaveLength(2);
    harness.responses.loadServers = refuse('offline', { status: 500 });
    await vi.advanceTimersByTimeAsync(30_000);
    expect([harness.seen(), harness.inputs('loadServers').length]).toEqual([CLOSED, 3]);
    harness.responses.loadServers = async () => SERVERS;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(harness.seen()).toBe(OPEN);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(harness.inputs('loadServers')).toHaveLength(4);
    expect(await harness.send(CONFIRM)).toBe('item: s1.r2 - -');
  });

  test('a fresh list without the server or the role leads back to that step, from any step (D19, C28, C31)', async () => {
    for (const steps of [[PICK_SERVER], [PICK_SERVER, PICK_ROLE], TO_CONFIRM.slice(1)]) {
      const harness = await at(SERVERS, ENTER, ...steps);
      await returnTo(harness, [server('s1', ['r1'], 1)]);
      expect([serverStep(harness), harness.reachable()]).toMatchObject([{ notice: { kind: 'maintenance' } }, []]);
      if (steps.length < 4) continue;
      harness.responses.loadServers = async () => [server('s1', ['r2'])];
      await vi.advanceTimersByTimeAsync(30_000);
      expect(harness.seen()).toBe('role s1/-: - i1 c1, role-gone');
    }
  });

  test('a role that is gone makes the later steps unreachable and keeps item and channel in the draft (RCHG-15, RCHG-21)', async () => {
    const harness = await at(SERVERS, ...TO_CONFIRM);
    await returnTo(harness, [server('s1', ['r2', 'r3'])]);
    expect([harness.seen(), harness.reachable()]).toEqual(['role s1/-: - i1 c1, role-gone', ['server']]);
    await harness.send(BACK, PICK_SERVER);
    expect(harness.stored.draft).toEqual(draft({ roleId: null }));
  });

  test.each<[steps: readonly RechargeEvent[], seen: string]>([
    [[PICK_SERVER], 'server -/-: - - -, recipient-needed server-and-role'],
    [[PICK_SERVER, PICK_ROLE], 'server -/-: - - -, role-gone'],
  ])('a server that is gone is chosen again; the notice names what is missing (D19, RCHG-21)', async (steps, seen) => {
    const harness = await at(SERVERS, ENTER, ...steps);
    await returnTo(harness, [server('s2', ['r1', 'r3'])]);
    expect(harness.seen()).toBe(seen);
  });
});
