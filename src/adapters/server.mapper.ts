import type { Listed } from '../../machines/kernel/listed.ts';
import { SERVER_STATUS } from '../../machines/order/order.status.ts';
import type { GameServer } from '../../machines/recharge/servers.machine.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Rows } from '../contract/wire.ts';
import { withoutDuplicates } from './listed.ts';

type ServerRow = Awaited<ReturnType<ApiClient['userWebRole']>>['rows'][number];

const isUnder = ({ status }: GameServer): boolean => status === SERVER_STATUS.maintenance;

/** Two rows of one server are one server with the roles of both. It is under maintenance if both are. */
const merged = (one: GameServer, other: GameServer): GameServer => ({
  ...one,
  status: isUnder(one) ? other.status : one.status,
  roles: withoutDuplicates([...one.roles, ...other.roles], ({ roleId }) => roleId),
});

/** The servers and roles of the account; `unread` has the ids of both. */
export const toGameServers = ({ rows, unread }: Rows<ServerRow>): Listed<GameServer> => {
  const servers = new Map<string, GameServer>();
  for (const row of rows) {
    const server = toGameServer(row);
    const known = servers.get(server.serverId);
    servers.set(server.serverId, known ? merged(known, server) : merged(server, { ...server, roles: [] }));
  }
  const roles = rows.flatMap((row) => row.roles.unread);
  return { rows: [...servers.values()], unread: [...unread, ...roles].map(({ id }) => id) };
};

const toGameServer = (row: ServerRow): GameServer => ({
  serverId: row.server_id,
  serverName: row.server_name || row.server_id,
  status: row.status ?? SERVER_STATUS.open,
  roles: row.roles.rows.map((role) => ({ roleId: role.role_id, roleName: role.role_name || role.role_id })),
});
