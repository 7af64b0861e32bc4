import { draftOf } from './recharge.choices.ts';
import { findRecipient, isServerOpen, recipientStatusOf, serverOf } from './recharge.recipient.ts';
import type { RechargeContext } from './recharge.types.ts';

/**
 * Where the saved draft, or the recipient of the last order, leads. `recipient`: both are known and the wizard goes on.
 * `role` and `server`: this step asks. `unresolved`: the list that decides has not arrived.
 */
type Resolution = 'recipient' | 'role' | 'server' | 'maintenance' | 'role-gone' | 'server-gone' | 'unresolved';

type Known = Pick<RechargeContext, 'servers' | 'serversState' | 'draft' | 'memory' | 'notice'>;

const isFinal = ({ serversState }: Known): boolean => serversState === 'fresh' || serversState === 'failed';

/** The last recipient is only a suggestion: without a confirmation it never leads past the role step. */
const resolveMemory = (known: Known): Resolution => {
  const { servers, memory } = known;
  if (!memory) return 'server';
  const standing = recipientStatusOf(servers, memory);
  if (standing === 'open') return 'role';
  if (!isFinal(known)) return 'unresolved';
  return standing === 'maintenance' ? 'maintenance' : 'server';
};

/** A cached list may accept a draft; only a fresh one, or none at all, may reject it. */
export const resolveDraft = (known: Known): Resolution => {
  const { servers, notice } = known;
  if (!servers.length) return 'unresolved';
  const draft = draftOf(known);
  if (draft.serverId === null) return resolveMemory(known);
  const isOpen = isServerOpen(servers, draft.serverId);
  if (isOpen && draft.roleId === null) return 'role';
  if (isOpen && findRecipient(servers, draft)) return notice?.kind === 'recipient-needed' ? 'role' : 'recipient';
  if (!isFinal(known)) return 'unresolved';
  if (isOpen) return 'role-gone';
  if (serverOf(servers, draft.serverId)) return 'maintenance';
  return draft.roleId === null ? 'server' : 'server-gone';
};
