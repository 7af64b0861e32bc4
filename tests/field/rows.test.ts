import { beforeEach, describe, expect, test } from 'vitest';
import type { GameServer } from '../../machines/recharge/servers.machine.ts';
import { draft, ENTER, server, settle, startHarness } from '../machines/recharge-harness.ts';
import { bodyOf, sampleOf } from '../support/api/fake-api.ts';
import { CONFIRMED_AT, createCoreHarness, never, reasonOf, stopClocks } from '../support/machines/core-harness.ts';

beforeEach(() => void stopClocks(CONFIRMED_AT));

type Harness = ReturnType<typeof createCoreHarness>;

const ROLE = { serverId: 's1', roleId: 'r1' };

/** Lists that a player chooses from. `broken`: a value that makes an entry unreadable. */
const LISTS: readonly {
  readonly path: string;
  readonly broken: object;
  readonly load: (harness: Harness) => Promise<{ readonly unread: readonly (string | null)[] }>;
}[] = [
  {
    path: '/api/user/webRole',
    broken: { server_id: ['s9'] },
    load: ({ rechargePorts }) => rechargePorts.loadServers({}, never),
  },
  {
    path: '/api/order/webProduct',
    broken: { price: 'free' },
    load: ({ rechargePorts }) => rechargePorts.loadItems(ROLE, never),
  },
  {
    path: '/api/order/webPayChannel',
    broken: { channel_code: {} },
    load: ({ rechargePorts }) => rechargePorts.loadChannels({ ...ROLE, itemId: 'gem-60' }, never),
  },
  {
    path: '/api/e-recharge/items',
    broken: { price: [] },
    load: ({ epointRechargePorts }) => epointRechargePorts.loadShop({}, never),
  },
];

test.each(LISTS)(
  '$path: an entry that cannot be read is listed as one, and a list without a readable entry is an error (READ-02)',
  async ({ path, broken, load }) => {
    const harness = createCoreHarness();
    await harness.enter();
    const { result } = bodyOf(sampleOf(path)) as { readonly result: object };
    const [row] = 'items' in result ? (result.items as readonly object[]) : (result as readonly object[]);
    const unreadable = { ...row, ...broken };
    harness.api.reply(path, { code: 0, result: [row, unreadable] });
    expect((await load(harness)).unread).toHaveLength(1);
    harness.api.reply(path, { code: 0, result: [unreadable, 7] });
    expect(await reasonOf(load(harness))).toMatchObject({ reason: 'protocolError' });
  },
);

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
});
