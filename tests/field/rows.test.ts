import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GameServer } from '../../machines/recharge/servers.machine.ts';
import { draft, ENTER, server, settle, startHarness } from '../machines/recharge-harness.ts';
import { bodyOf, sampleOf } from '../support/api/wire-samples.ts';
import { CONFIRMED_AT, createCoreHarness, never, reasonOf, stopClocks } from '../support/machines/core-harness.ts';

beforeEach(() => void stopClocks(CONFIRMED_AT));
afterEach(() => void vi.useRealTimers());

type Harness = ReturnType<typeof createCoreHarness>;
type Shown = { readonly ids: readonly (string | null)[]; readonly unread: readonly (string | null)[] };

const ROLE = { serverId: 's1', roleId: 'r1' };
const PAGE = { page: 1, size: 10 };
const ORDERS = { kind: 'orders', status: 'any', orderId: '', begin: '', end: '' } as const;

const shown = <T>(rows: readonly T[], idOf: (row: T) => string | null, unread: Shown['unread']): Shown => ({
  ids: rows.map(idOf),
  unread,
});

/**
 * Each list of the API, and what its page shows. `field`: where the list is in the result. `unreadable`: what a page shows that has no
 * readable entry; `error`: the port rejects, `page`: the screen of the list says so.
 */
const LISTS: readonly {
  readonly what: string;
  readonly path: string;
  readonly field?: string;
  readonly idField: string;
  /** A value that makes an entry unreadable. */
  readonly broken: Readonly<Record<string, unknown>>;
  readonly unreadable: 'error' | 'page';
  readonly load: (harness: Harness) => Promise<Shown>;
}[] = [
  {
    what: 'servers',
    path: '/api/user/webRole',
    idField: 'server_id',
    broken: { server_id: ['s9'] },
    unreadable: 'error',
    load: async ({ rechargePorts }) => {
      const { rows, unread } = await rechargePorts.loadServers({}, never);
      return shown(rows, ({ serverId }) => serverId, unread);
    },
  },
  {
    what: 'items',
    path: '/api/order/webProduct',
    idField: 'cp_goods_id',
    broken: { price: 'free' },
    unreadable: 'error',
    load: async ({ rechargePorts }) => {
      const { rows, unread } = await rechargePorts.loadItems(ROLE, never);
      return shown(rows, ({ itemId }) => itemId, unread);
    },
  },
  {
    what: 'channels',
    path: '/api/order/webPayChannel',
    idField: 'channel_code',
    broken: { channel_code: {} },
    unreadable: 'error',
    load: async ({ rechargePorts }) => {
      const { rows, unread } = await rechargePorts.loadChannels({ ...ROLE, itemId: 'gem-60' }, never);
      return shown(rows, ({ fieldKey }) => fieldKey, unread);
    },
  },
  {
    what: 'orders',
    path: '/api/order/record',
    idField: 'sdk_order_id',
    broken: { amount: 'free' },
    unreadable: 'page',
    load: async ({ listPorts }) => {
      const { content, unread } = await listPorts.loadPage({ query: ORDERS, ...PAGE }, never);
      if (content.kind !== 'orders') throw new Error('a page of another list');
      return shown(content.rows, ({ paymentId }) => paymentId, unread);
    },
  },
  {
    what: 'E Point packages',
    path: '/api/e-recharge/items',
    field: 'items',
    idField: 'item_id',
    broken: { price: [] },
    unreadable: 'error',
    load: async ({ epointRechargePorts }) => {
      const { packages, unread } = await epointRechargePorts.loadShop({}, never);
      return shown(packages, ({ itemId }) => itemId, unread);
    },
  },
  {
    what: 'articles',
    path: '/api/setting/webArticle',
    idField: 'id',
    broken: { create_ts: 'soon' },
    unreadable: 'page',
    load: async ({ listPorts }) => {
      const { content, unread } = await listPorts.loadPage({ query: { kind: 'articles', type: 0 }, ...PAGE }, never);
      if (content.kind !== 'articles') throw new Error('a page of another list');
      return shown(content.rows, ({ articleId }) => articleId, unread);
    },
  },
];

type List = (typeof LISTS)[number];
type Row = Readonly<Record<string, unknown>>;

const rowsOf = ({ path, field }: List): readonly Row[] => {
  const { result } = bodyOf(sampleOf(path)) as { readonly result: unknown };
  return (field ? Reflect.get(Object(result), field) : result) as readonly Row[];
};

/** The response of the sample with another value in place of its list. */
const withList = (list: List, value: unknown): object => {
  const body = bodyOf(sampleOf(list.path));
  const result = list.field ? { ...Object(sampleOf(list.path).result), [list.field]: value } : value;
  return { ...body, result };
};

const entered = async (): Promise<Harness> => {
  const harness = createCoreHarness();
  await harness.enter();
  return harness;
};

const pageOf = async (list: List, value: unknown) => {
  const harness = await entered();
  harness.api.reply(list.path, withList(list, value));
  return reasonOf(list.load(harness));
};

describe.each(LISTS)('$what', (list) => {
  const rows = rowsOf(list);
  const ids = rows.map((row) => String(row[list.idField]));
  const [first] = rows;

  test.each<[string, unknown]>([
    ['an object with number keys', { ...rows }],
    ['an object with ids as keys', Object.fromEntries(rows.map((row, at) => [7_001 + at, row]))],
    ['one level deeper, with its total', { list: rows, total: rows.length }],
    ['two levels deeper', { data: { records: rows } }],
    ['JSON as text', JSON.stringify(rows)],
    ['rows with fields that nobody knows', rows.map((row) => ({ ...row, extra: { deep: [1] }, flag: null }))],
  ])('a list as %s shows every entry (READ-01)', async (_, value) => {
    expect(await pageOf(list, value)).toEqual({ resolved: { ids, unread: [] } });
  });

  test.each<[string, unknown]>([
    ['null', null],
    ['an empty object', {}],
    ['an empty text', ''],
    ['false, as PHP writes it', false],
    ['an empty list one level deeper', { list: [], total: 0 }],
    ['no list one level deeper', { rows: null }],
  ])('%s is an empty page, not an error (READ-01)', async (_, value) => {
    expect(await pageOf(list, value)).toEqual({ resolved: { ids: [], unread: [] } });
  });

  test.each<[string, unknown, string | null]>([
    ['that is null', null, null],
    ['that is a text', 'maintenance', null],
    ['that is a list', [first], null],
    ['with a value that has no meaning', { ...first, [list.idField]: 'x-9', ...list.broken }, 'x-9'],
  ])('an entry %s is shown as one that cannot be read (READ-02)', async (_, odd, id) => {
    const unread = [list.idField in list.broken ? null : id];
    expect(await pageOf(list, [...rows, odd])).toEqual({ resolved: { ids, unread } });
  });

  test('a page without one readable entry is never an empty one (READ-02)', async () => {
    const page = await pageOf(list, [{ ...first, ...list.broken }, 7]);
    if (list.unreadable === 'error') return expect(page).toMatchObject({ reason: 'protocolError' });
    expect(page).toEqual({ resolved: { ids: [], unread: [ids[0], null] } });
  });
});

const ORDER_LIST = LISTS.find(({ what }) => what === 'orders') as List;
const IDS_ALONE = { server_id: 's1', role_id: 'r1', server_name: undefined, role_name: undefined };

describe('names, numbers and statuses of a row', () => {
  test.each<[string, object, object]>([
    ['role_name null', { role_name: null }, { roleName: 'r7' }],
    ['role_name as a number', { role_name: 101 }, { roleName: '101' }],
    ['no role_name', { role_name: undefined }, { roleName: 'r7' }],
    ['role_name empty', { role_name: '' }, { roleName: 'r7' }],
    ['role_id as a number', { role_id: 70_010_001 }, { roleId: '70010001', roleName: 'Reynard' }],
  ])('%s keeps the character (READ-01)', async (_, change, expected) => {
    const { api, rechargePorts } = await entered();
    const roles = [{ role_id: 'r7', role_name: 'Reynard', ...change }];
    api.reply('/api/user/webRole', { code: 0, result: [{ server_id: 's1', server_name: 'Amber Coast', roles }] });
    const { rows } = await rechargePorts.loadServers({}, never);
    expect(rows[0]?.roles).toEqual([{ roleId: 'r7', roleName: 'Reynard', ...expected }]);
  });

  test.each<[string, unknown, readonly string[], readonly (string | null)[]]>([
    ['an object with number keys', { 0: { role_id: 'r1' } }, ['r1'], []],
    ['one role without a list', { role_id: 'r1' }, ['r1'], []],
    ['JSON as text', '[{"role_id":"r1"}]', ['r1'], []],
    ['null', null, [], []],
    ['a number', 7, [], [null]],
    ['a role without an id beside another', [{ role_name: 'x' }, { role_id: 'r1' }], ['r1'], [null]],
  ])('roles as %s keep their server in the list (READ-05)', async (_, roles, ids, unread) => {
    const { api, rechargePorts } = await entered();
    api.reply('/api/user/webRole', { code: 0, result: [{ server_id: 's1', server_name: 'Amber Coast', roles }] });
    const listed = await rechargePorts.loadServers({}, never);
    expect(listed.rows.map((row) => [row.serverId, row.roles.map(({ roleId }) => roleId)])).toEqual([['s1', ids]]);
    expect(listed.rows[0]?.unreadRoles ?? []).toEqual(unread);
  });

  test('two rows of one server are one server with the roles of both (READ-05)', async () => {
    const { api, rechargePorts } = await entered();
    const row = (roleId: string) => ({ server_id: 's1', server_name: 'Amber Coast', roles: [{ role_id: roleId }] });
    api.reply('/api/user/webRole', { code: 0, result: [row('r1'), row('r2'), row('r1')] });
    const { rows } = await rechargePorts.loadServers({}, never);
    expect(rows.map(({ roles }) => roles.map(({ roleId }) => roleId))).toEqual([['r1', 'r2']]);
  });

  test.each<[string, object, object]>([
    ['status 7', { status: 7 }, { status: 'pending', isStatusUnknown: true }],
    ['status 0', { status: 0 }, { status: 'pending', isStatusUnknown: true }],
    ['status "1.0"', { status: '1.0' }, { status: 'pending', isStatusUnknown: false }],
    ['status "fullypaid"', { status: 'fullypaid' }, { isStatusUnknown: false }],
    ['no status', { status: undefined }, { isStatusUnknown: true }],
    ['status {}', { status: {} }, { isStatusUnknown: true }],
    ['create_ts in milliseconds', { create_ts: CONFIRMED_AT }, { paymentCreateTime: CONFIRMED_AT }],
    ['create_ts with a fraction', { create_ts: CONFIRMED_AT / 1_000 + 0.5 }, { paymentCreateTime: CONFIRMED_AT + 500 }],
    ['create_ts as ISO text', { create_ts: new Date(CONFIRMED_AT).toISOString() }, { paymentCreateTime: CONFIRMED_AT }],
    ['amount ".99"', { amount: '.99' }, { paidAmount: { minor: 99 } }],
    ['amount 4.989999999999999', { amount: 4.989999999999999 }, { paidAmount: { minor: 499 } }],
    ['amount "4,99"', { amount: '4,99' }, { paidAmount: { minor: 499 } }],
    ['channel_name null', { channel_name: null }, { paymentMethod: 'card' }],
    ['name a number', { name: 60 }, { itemName: '60' }],
    ['a name of 2,001 letters', { name: 'x'.repeat(2_001) }, { itemName: 'x'.repeat(1_999) }],
    ['ids of server and character without names', IDS_ALONE, { recipient: { serverName: 'Aurora', roleName: '月影' } }],
  ])('an order with %s is a row (READ-01, READ-03, READ-05)', async (_, change, expected) => {
    const { api, listPorts } = await entered();
    api.reply('/api/order/record', { code: 0, result: [{ ...Object(rowsOf(ORDER_LIST)[0]), ...change }] });
    const { content, unread } = await listPorts.loadPage({ query: ORDERS, ...PAGE }, never);
    expect(content.rows).toMatchObject([expected]);
    expect(unread).toEqual([]);
  });
});

describe('a server or character that cannot be read', () => {
  const unreadIn = (row: GameServer, ...unreadRoles: readonly string[]): GameServer => ({ ...row, unreadRoles });
  const visit = async (rows: readonly GameServer[], unread: readonly (string | null)[], stored: object) => {
    const harness = startHarness({ ...stored, ports: { loadServers: async () => ({ rows, unread }) } });
    harness.wizard.send(ENTER);
    await settle();
    return harness;
  };

  test.each<[string, readonly GameServer[], readonly (string | null)[], object]>([
    ['the only readable character beside an unreadable one', [server('s1', ['r1'])], [null], {}],
    ['the only readable server beside an unreadable one', [server('s2', ['r1'])], ['s1'], {}],
    ['the only readable character of a server', [unreadIn(server('s1', ['r1']), 'r2')], [], {}],
    ['the server of the last order', [server('s2', ['r1'])], ['s1'], { memory: { ...ROLE, channelCode: 'c1' } }],
    ['the server of the draft', [server('s2', ['r1'])], ['s1'], { draft: draft() }],
    ['the character of the draft', [server('s1', ['r2'])], ['r1'], { draft: draft() }],
  ])('%s: no character is chosen for the player (READ-05)', async (_, rows, unread, stored) => {
    const harness = await visit(rows, unread, stored);
    expect(harness.screen()).toMatchObject({ name: expect.stringMatching(/^(server|role)$/) });
    expect(harness.inputs('loadItems')).toEqual([]);
    expect(harness.inputs('createOrder')).toEqual([]);
  });

  test('a server with one readable character beside an unreadable one: the player chooses (READ-05)', async () => {
    const harness = await visit([unreadIn(server('s1', ['r1']), 'r2'), server('s2', ['r3'])], [], {});
    await harness.send({ type: 'server.pick', serverId: 's1' });
    expect(harness.screen()).toMatchObject({ name: 'role', roles: { rows: [{ roleId: 'r1' }], unread: ['r2'] } });
    await harness.send({ type: 'step.goto', step: 'server' }, { type: 'server.pick', serverId: 's2' });
    expect(harness.screen()).toMatchObject({ name: 'item' });
  });

  test('a server without one readable character is an error, never an empty list (READ-02)', async () => {
    const harness = await visit([unreadIn(server('s1', []), 'r1'), server('s2', [])], [], {});
    await harness.send({ type: 'server.pick', serverId: 's1' });
    expect(harness.screen()).toMatchObject({ roles: { state: 'failed', failure: { reason: 'protocolError' } } });
    await harness.send({ type: 'step.goto', step: 'server' }, { type: 'server.pick', serverId: 's2' });
    expect(harness.screen()).toMatchObject({ roles: { state: 'empty' } });
  });

  test('the only character of a list that is read completely is chosen', async () => {
    const harness = await visit([server('s1', ['r1'])], [], {});
    expect(harness.inputs('loadItems')).toEqual([ROLE]);
  });
});
