import type { Recipient } from '../../machines/order/order.types.ts';
import type { GameServer } from '../../machines/recharge/servers.types.ts';
import type { ApiClient } from '../api/api-client.ts';

type ServerRow = Awaited<ReturnType<ApiClient['userWebRole']>>['rows'][number];

export const toGameServer = (row: ServerRow): GameServer => ({
  serverId: row.server_id,
  serverName: row.server_name,
  status: row.status,
  roles: row.roles.rows.map((role) => ({ roleId: role.role_id, roleName: role.role_name })),
});

/**
 * Finds the chosen character in the role list. The pair decides; a role that has moved and lives on one other server only is
 * found there, and among several nobody guesses (null).
 */
export const resolveRecipient = (
  servers: readonly GameServer[] | null,
  { serverId, roleId }: { readonly serverId: string; readonly roleId: string },
): Recipient | null => {
  const homes = (servers ?? []).flatMap((server): Recipient[] => {
    const role = server.roles.find((candidate) => candidate.roleId === roleId);
    return role ? [{ serverId: server.serverId, serverName: server.serverName, ...role }] : [];
  });
  return homes.find((home) => home.serverId === serverId) ?? (homes.length === 1 ? (homes[0] ?? null) : null);
};
