import { SERVER_STATUS } from '../../machines/order/order.status.ts';
import type { GameServer } from '../../machines/recharge/servers.types.ts';
import type { ApiClient } from '../api/api-client.ts';

type ServerRow = Awaited<ReturnType<ApiClient['userWebRole']>>['rows'][number];

export const toGameServer = (row: ServerRow): GameServer => ({
  serverId: row.server_id,
  serverName: row.server_name || row.server_id,
  status: row.status ?? SERVER_STATUS.open,
  roles: row.roles.rows.map((role) => ({ roleId: role.role_id, roleName: role.role_name || role.role_id })),
});
