import type { Failure } from '../kernel/failure.ts';
import type { UnreadIds } from '../kernel/listed.ts';
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

export type ServersContext = {
  readonly servers: readonly GameServer[];
  /** Servers that could not be read. */
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
