import { assign, sendParent, setup } from 'xstate';
import { type Failure, failureOf } from '../kernel/failure.ts';
import type { Listed, UnreadIds } from '../kernel/listed.ts';
import { type Port, ports } from '../kernel/port.ts';
import type { ServerStatus } from '../order/order.status.ts';

export type Role = { readonly roleId: string; readonly roleName: string };

export type GameServer = {
  readonly serverId: string;
  readonly serverName: string;
  readonly status: ServerStatus;
  readonly roles: readonly Role[];
  /** Characters on this server that could not be read. Absent: every one was read, or the list is cached. */
  readonly unreadRoles?: UnreadIds;
};

/** `fresh`: loaded since the last refresh. With `loading` and `failed`, the list may be cached. */
export type ServersState = 'idle' | 'loading' | 'fresh' | 'failed';

export type ServersPorts = {
  /** The role list cached for this account, or null. Never rejects. */
  loadCachedServers: Port<readonly GameServer[] | null>;
  /** `/api/user/webRole`. Also updates the cache. */
  loadServers: Port<Listed<GameServer>>;
};

type ServersContext = {
  readonly servers: readonly GameServer[];
  readonly unread: UnreadIds;
  readonly failure: Failure | null;
};

export type ServersEvent = { readonly type: 'servers.refresh' };

export type ServersReport = {
  readonly type: 'servers.changed';
  readonly state: ServersState;
} & ServersContext;

/** `own`: only the servers on which the player has a role. */
export type ServerScope = 'own' | 'all';

/** How the player finds a server in a long list. `scope` null: there is no choice of scope, or a search covers every server. */
export type ServerFinder = { readonly query: string; readonly scope: ServerScope | null; readonly total: number };

export const serversMachine = setup({
  types: { context: {} as ServersContext, events: {} as ServersEvent },
  actors: ports<ServersPorts>({ loadCachedServers: 'port', loadServers: 'port' }),
  actions: {
    setCachedServers: assign((_, servers: readonly GameServer[] | null) => ({
      servers: servers ?? [],
      failure: null,
    })),
    setServers: assign((_, { rows, unread }: Listed<GameServer>) => ({
      servers: rows,
      unread,
      failure: null,
    })),
    setFailure: assign({ failure: failureOf }),
    reportServers: sendParent(
      ({ context }, params: Pick<ServersReport, 'state'>): ServersReport => ({
        type: 'servers.changed',
        ...params,
        ...context,
      }),
    ),
  },
}).createMachine({
  id: 'serverList',
  options: { maxIterations: 1_000 },
  description: 'Servers and roles of the account. Reports the cached list first, then the fresh one.',
  context: { servers: [], unread: [], failure: null },
  initial: 'idle',
  states: {
    idle: { on: { 'servers.refresh': 'loadingCache' } },
    loadingCache: {
      invoke: {
        id: 'loadCachedServers',
        src: 'loadCachedServers',
        input: {},
        onDone: { target: 'loading', actions: { type: 'setCachedServers', params: ({ event }) => event.output } },
        onError: 'loading',
      },
    },
    loading: {
      entry: { type: 'reportServers', params: { state: 'loading' } },
      invoke: {
        id: 'loadServers',
        src: 'loadServers',
        input: {},
        onDone: { target: 'fresh', actions: { type: 'setServers', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: 'setFailure' },
      },
    },
    fresh: { entry: { type: 'reportServers', params: { state: 'fresh' } }, on: { 'servers.refresh': 'loading' } },
    failed: { entry: { type: 'reportServers', params: { state: 'failed' } }, on: { 'servers.refresh': 'loading' } },
  },
});
