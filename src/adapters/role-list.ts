import { failure } from '../../machines/kernel/failure.ts';
import type { Listed, UnreadIds } from '../../machines/kernel/listed.ts';
import { SERVER_STATUS } from '../../machines/order/order.status.ts';
import { resolveRecipient } from '../../machines/recharge/recharge.recipient.ts';
import type { ItemRequest } from '../../machines/recharge/recharge.types.ts';
import type { GameServer, Role } from '../../machines/recharge/servers.machine.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { ResultOf } from '../contract/endpoint.ts';
import { userWebRole } from '../contract/user.contract.ts';
import type { Rows } from '../contract/wire.ts';
import type { AccountStore } from './account-store.ts';
import { withoutDuplicates } from './listed.ts';

type ServerRow = ResultOf<typeof userWebRole>['rows'][number];

type Server = Pick<GameServer, 'serverId' | 'serverName' | 'status'>;

const withRoles = (server: Server, roles: readonly Role[], unread: UnreadIds): GameServer => ({
  ...server,
  roles: withoutDuplicates(roles, ({ roleId }) => roleId),
  ...(unread.length > 0 && { unreadRoles: unread }),
});

const isUnder = ({ status }: GameServer): boolean => status === SERVER_STATUS.maintenance;

/** Two rows of one server are one server with the roles of both. It is under maintenance if both are. */
const merged = (one: GameServer, other: GameServer): GameServer =>
  withRoles(
    { ...one, status: isUnder(one) ? other.status : one.status },
    [...one.roles, ...other.roles],
    [...(one.unreadRoles ?? []), ...(other.unreadRoles ?? [])],
  );

const toGameServer = (row: ServerRow): GameServer =>
  withRoles(
    {
      serverId: row.server_id,
      serverName: row.server_name || row.server_id,
      status: row.status ?? SERVER_STATUS.open,
    },
    row.roles.rows.map((role) => ({ roleId: role.role_id, roleName: role.role_name || role.role_id })),
    row.roles.unread,
  );

export const toGameServers = ({ rows, unread }: Rows<ServerRow>): Listed<GameServer> => {
  const servers = new Map<string, GameServer>();
  for (const row of rows) {
    const server = toGameServer(row);
    const known = servers.get(server.serverId);
    servers.set(server.serverId, known ? merged(known, server) : server);
  }
  return { rows: [...servers.values()], unread };
};

export const createRoleList = (api: ApiClient, store: () => AccountStore | null) => {
  const cached = () => store()?.readServers() ?? null;
  /** The chosen role in the cached list; null if it is missing or ambiguous. */
  const resolve = (choice: ItemRequest) => resolveRecipient(cached() ?? [], choice);
  /** Loads the list and caches it for the account that requested it. Rejects with `protocolError`, and keeps the cache, if no server can be read. */
  const load = async (signal: AbortSignal): Promise<Listed<GameServer>> => {
    const accountStore = store();
    const listed = toGameServers(await api.call(userWebRole, {}, { signal }));
    if (listed.rows.length === 0 && listed.unread.length > 0) throw failure('protocolError');
    accountStore?.saveServers(listed.rows);
    return listed;
  };
  return {
    cached,
    load,
    resolve,
    /** Like `resolve`, but loads the list when none is cached. A blank id sends no request and returns null. */
    find: async (choice: ItemRequest, signal: AbortSignal) => {
      if (!choice.serverId || !choice.roleId) return null;
      return resolveRecipient(cached() ?? (await load(signal)).rows, choice);
    },
  };
};

export type RoleList = ReturnType<typeof createRoleList>;
