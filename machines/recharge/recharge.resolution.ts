import { draftOf } from './recharge.choices.ts';
import { findRecipient, isServerOpen, recipientStatusOf, serverOf } from './recharge.recipient.ts';
import type { RechargeContext } from './recharge.types.ts';

/**
 * Where the saved draft, or the recipient of the last order, leads. `recipient`: the wizard continues at the items. `role`
 * and `server`: the player continues at this step. `unresolved`: the list that decides is not loaded yet.
 */
type Resolution = 'recipient' | 'role' | 'server' | 'maintenance' | 'role-gone' | 'server-gone' | 'unresolved';

type ResolutionInput = Pick<RechargeContext, 'servers' | 'serversState' | 'draft' | 'memory' | 'notice'>;

const isFinal = ({ serversState }: ResolutionInput): boolean => serversState === 'fresh' || serversState === 'failed';

/** The last recipient is a suggestion: until the player confirms it, the wizard stops at the role step. */
const resolveMemory = (input: ResolutionInput): Resolution => {
  const { servers, memory } = input;
  if (!memory) return 'server';
  const status = recipientStatusOf(servers, memory);
  if (status === 'open') return 'role';
  if (!isFinal(input)) return 'unresolved';
  return status === 'maintenance' ? 'maintenance' : 'server';
};

/** A cached list may accept a draft. Only a fresh one may reject it, or a load that failed. */
export const resolveDraft = (input: ResolutionInput): Resolution => {
  const { servers, notice } = input;
  if (!servers.length) return 'unresolved';
  const draft = draftOf(input);
  if (draft.serverId === null) return resolveMemory(input);
  const isOpen = isServerOpen(servers, draft.serverId);
  if (isOpen && draft.roleId === null) return 'role';
  if (isOpen && findRecipient(servers, draft)) return notice?.kind === 'recipient-needed' ? 'role' : 'recipient';
  if (!isFinal(input)) return 'unresolved';
  if (isOpen) return 'role-gone';
  if (serverOf(servers, draft.serverId)) return 'maintenance';
  return draft.roleId === null ? 'server' : 'server-gone';
};
