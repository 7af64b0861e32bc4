import { draftOf } from './recharge.choices.ts';
import { findRecipient, isServerOpen, type RecipientIds, recipientStatusOf, serverOf } from './recharge.recipient.ts';
import type { RechargeContext } from './recharge.types.ts';

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
  const { servers, notice } = input;
  if (!servers.length) return 'unresolved';
  const draft = draftOf(input);
  if (draft.serverId === null) return resolveWithoutDraft(input);
  const isOpen = isServerOpen(servers, draft.serverId);
  if (isOpen && draft.roleId === null) return 'role';
  if (isOpen && findRecipient(servers, draft)) return notice?.kind === 'recipient-needed' ? 'role' : 'recipient';
  if (!isFinal(input)) return 'unresolved';
  if (isOpen) return 'role-gone';
  if (serverOf(servers, draft.serverId)) return 'maintenance';
  return draft.roleId === null ? 'server' : 'server-gone';
};
