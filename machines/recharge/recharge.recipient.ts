import { SERVER_STATUS } from '../order/order.status.ts';
import type { Recipient } from '../order/order.types.ts';
import type { RechargeContext } from './recharge.types.ts';
import type { GameServer, Role } from './servers.types.ts';

export type RecipientIds = { readonly serverId: string | null; readonly roleId: string | null };

/** `incomplete`: server or role is not chosen. `gone`: the list does not hold the pair. */
export type RecipientStatus = 'open' | 'maintenance' | 'gone' | 'incomplete';

export const serverOf = (servers: readonly GameServer[], serverId: string | null): GameServer | null =>
  servers.find((server) => server.serverId === serverId) ?? null;

export const rolesOf = (servers: readonly GameServer[], serverId: string | null): readonly Role[] =>
  serverOf(servers, serverId)?.roles ?? [];

export const isUnderMaintenance = (server: GameServer | null): boolean => server?.status === SERVER_STATUS.maintenance;

export const isServerOpen = (servers: readonly GameServer[], serverId: string | null): boolean => {
  const server = serverOf(servers, serverId);
  return server !== null && !isUnderMaintenance(server);
};

/** A role id alone says nothing: the same one may exist on two servers. */
export const resolveRecipient = (
  servers: readonly GameServer[],
  { serverId, roleId }: RecipientIds,
): Recipient | null => {
  const server = serverOf(servers, serverId);
  const role = server?.roles.find((candidate) => candidate.roleId === roleId);
  return server && role
    ? { serverId: server.serverId, serverName: server.serverName, roleId: role.roleId, roleName: role.roleName }
    : null;
};

export const recipientStatusOf = (servers: readonly GameServer[], ids: RecipientIds): RecipientStatus => {
  if (ids.serverId === null || ids.roleId === null) return 'incomplete';
  if (!resolveRecipient(servers, ids)) return 'gone';
  return isUnderMaintenance(serverOf(servers, ids.serverId)) ? 'maintenance' : 'open';
};

export const isSameRecipient = (one: RecipientIds, other: RecipientIds): boolean =>
  one.serverId === other.serverId && one.roleId === other.roleId;

type Selection = Pick<RechargeContext, 'servers' | 'serverId' | 'roleId'>;

/** The ids for a request; blank when the list does not contain the recipient. */
export const requestIds = ({ servers, serverId, roleId }: Selection) => {
  const recipient = resolveRecipient(servers, { serverId, roleId });
  return { serverId: recipient?.serverId ?? '', roleId: recipient?.roleId ?? '' };
};

export const isServerGone = ({ servers, serverId }: Selection): boolean =>
  serverId !== null && serverOf(servers, serverId) === null;

export const isRoleGone = (selection: Selection): boolean =>
  isServerOpen(selection.servers, selection.serverId) && recipientStatusOf(selection.servers, selection) === 'gone';
