import type { GameServer } from '../../machines/recharge/servers.types.ts';
import type { ApiClient } from '../api/api-client.ts';

type ServerRow = Awaited<ReturnType<ApiClient['userWebRole']>>['rows'][number];

export const toGameServer = (row: ServerRow): GameServer => ({
  serverId: row.server_id,
  serverName: row.server_name,
  status: row.status,
  roles: row.roles.rows.map((role) => ({ roleId: role.role_id, roleName: role.role_name })),
});
