import { SERVER_STATUS } from '../order/order.status.ts';
import type { Recipient } from '../order/order.types.ts';
import type { RechargeContext, RechargeDraft } from './recharge.types.ts';
import type { GameServer, Role } from './servers.machine.ts';

export type RecipientIds = Pick<RechargeDraft, 'serverId' | 'roleId'>;

/** `incomplete`: no server or no role is chosen. `gone`: the list does not contain the role on this server. */
export type RecipientStatus = 'open' | 'maintenance' | 'gone' | 'incomplete';

export const serverOf = (servers: readonly GameServer[], serverId: string | null): GameServer | null =>
  servers.find((server) => server.serverId === serverId) ?? null;

export const rolesOf = (servers: readonly GameServer[], serverId: string | null): readonly Role[] =>
  serverOf(servers, serverId)?.roles ?? [];

/** Whether the player has exactly one role on the server. False if another one could not be read. */
export const hasOneRole = (servers: readonly GameServer[], serverId: string | null): boolean => {
  const server = serverOf(servers, serverId);
  return server?.roles.length === 1 && !server.unreadRoles;
};

export const isUnderMaintenance = (server: GameServer | null): boolean => server?.status === SERVER_STATUS.maintenance;

export const isServerOpen = (servers: readonly GameServer[], serverId: string | null): boolean => {
  const server = serverOf(servers, serverId);
  return server !== null && !isUnderMaintenance(server);
};

export const withMaintenance = (servers: readonly GameServer[], serverId: string | null): readonly GameServer[] =>
  servers.map((server) => (server.serverId === serverId ? { ...server, status: SERVER_STATUS.maintenance } : server));

const toRecipient = ({ serverId, serverName }: GameServer, { roleId, roleName }: Role): Recipient => ({
  serverId,
  serverName,
  roleId,
  roleName,
});

/** The recipient exactly as the player chose it. A role id alone is ambiguous: two servers may have the same one. */
export const findRecipient = (servers: readonly GameServer[], { serverId, roleId }: RecipientIds): Recipient | null => {
  const server = serverOf(servers, serverId);
  const role = server?.roles.find((candidate) => candidate.roleId === roleId);
  return server && role ? toRecipient(server, role) : null;
};

/** The recipient for a request (RCHG-07). A role that moved is found if exactly one other server has it; null if several have it. */
export const resolveRecipient = (servers: readonly GameServer[], ids: RecipientIds): Recipient | null => {
  const exact = findRecipient(servers, ids);
  if (exact) return exact;
  const moved = servers.flatMap(({ serverId }) => findRecipient(servers, { serverId, roleId: ids.roleId }) ?? []);
  return moved.length === 1 ? (moved[0] ?? null) : null;
};

export const recipientStatusOf = (servers: readonly GameServer[], ids: RecipientIds): RecipientStatus => {
  if (ids.serverId === null || ids.roleId === null) return 'incomplete';
  if (!findRecipient(servers, ids)) return 'gone';
  return isUnderMaintenance(serverOf(servers, ids.serverId)) ? 'maintenance' : 'open';
};

export const isSameRecipient = (one: RecipientIds, other: RecipientIds): boolean =>
  one.serverId === other.serverId && one.roleId === other.roleId;

export type Character = Recipient & { readonly isUnderMaintenance: boolean };

/** A role with its server as one value: two servers may have the same role id. */
export const characterKey = ({ serverId, roleId }: RecipientIds): string => JSON.stringify([serverId, roleId]);

const MAX_CHARACTERS = 8;

/** The player's roles on all servers, so that one choice sets both; null if there are too many, or if one could not be read. */
export const charactersOf = ({ servers, unread }: Pick<RechargeContext, 'servers' | 'unread'>) => {
  const characters: readonly Character[] = servers.flatMap((server) =>
    server.roles.map((role) => ({
      ...toRecipient(server, role),
      isUnderMaintenance: isUnderMaintenance(server),
    })),
  );
  const isComplete = unread.servers.length === 0 && servers.every(({ unreadRoles }) => !unreadRoles);
  return isComplete && characters.length > 0 && characters.length <= MAX_CHARACTERS ? characters : null;
};

type Selection = Pick<RechargeContext, 'servers' | 'serverId' | 'roleId'>;

/** The ids for a request; blank when the list does not contain the recipient. */
export const toRequestIds = ({ servers, serverId, roleId }: Selection) => {
  const recipient = findRecipient(servers, { serverId, roleId });
  return { serverId: recipient?.serverId ?? '', roleId: recipient?.roleId ?? '' };
};

export const isServerGone = ({ servers, serverId }: Selection): boolean =>
  serverId !== null && serverOf(servers, serverId) === null;

export const isRoleGone = (selection: Selection): boolean =>
  isServerOpen(selection.servers, selection.serverId) && recipientStatusOf(selection.servers, selection) === 'gone';

/**
 * Where the saved draft leads or, without a draft, the suggested recipient. `recipient` and `suggestion`: the wizard continues at the
 * items. `role` and `server`: the player continues at this step. `unresolved`: the list that decides is not loaded yet.
 */
type Resolution =
  | 'recipient'
  | 'suggestion'
  | 'role'
  | 'server'
  | 'maintenance'
  | 'role-gone'
  | 'server-gone'
  | 'unresolved';

type ResolutionInput = Pick<RechargeContext, 'servers' | 'unread' | 'serversState' | 'draft' | 'memory' | 'notice'>;

const isFinal = ({ serversState }: ResolutionInput): boolean => serversState === 'fresh' || serversState === 'failed';

/** The player's only role; null if there are several, or if one could not be read. */
const onlyRole = ({ servers, unread }: ResolutionInput): RecipientIds | null => {
  if (unread.servers.length > 0 || servers.some(({ unreadRoles }) => unreadRoles)) return null;
  const [first, second] = servers.flatMap(({ serverId, roles }) => roles.map(({ roleId }) => ({ serverId, roleId })));
  return first && !second ? first : null;
};

/** The recipient of the last order, or else the only role in a fresh list: a cached list may lack a new role. */
export const suggestedRecipient = (input: ResolutionInput): RecipientIds | null => {
  const { servers, serversState, memory } = input;
  const last = memory && { serverId: memory.serverId, roleId: memory.roleId };
  const candidates = [last, serversState === 'fresh' ? onlyRole(input) : null];
  return candidates.find((ids) => ids && recipientStatusOf(servers, ids) === 'open') ?? null;
};

const resolveWithoutDraft = (input: ResolutionInput): Resolution => {
  const { servers, memory } = input;
  if (suggestedRecipient(input)) return 'suggestion';
  if (!isFinal(input)) return memory || onlyRole(input) ? 'unresolved' : 'server';
  return memory && recipientStatusOf(servers, memory) === 'maintenance' ? 'maintenance' : 'server';
};

/** A cached list may accept a draft. Only a fresh list or a failed load may reject it. */
export const resolveDraft = (input: ResolutionInput): Resolution => {
  const { servers, draft, notice } = input;
  if (!servers.length) return 'unresolved';
  if (!draft || draft.serverId === null) return resolveWithoutDraft(input);
  const isOpen = isServerOpen(servers, draft.serverId);
  if (isOpen && draft.roleId === null) return 'role';
  if (isOpen && findRecipient(servers, draft)) return notice?.kind === 'recipient-needed' ? 'role' : 'recipient';
  if (!isFinal(input)) return 'unresolved';
  if (isOpen) return 'role-gone';
  if (serverOf(servers, draft.serverId)) return 'maintenance';
  return draft.roleId === null ? 'server' : 'server-gone';
};
