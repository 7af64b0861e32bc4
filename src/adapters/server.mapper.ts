import type { Listed, UnreadIds } from '../../machines/kernel/listed.ts';
import { SERVER_STATUS } from '../../machines/order/order.status.ts';
import type { GameServer, Role } from '../../machines/recharge/servers.machine.ts';
import type { ResultOf } from '../contract/endpoint.ts';
import type { userWebRole } from '../contract/user.contract.ts';
import type { Rows } from '../contract/wire.ts';
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
