import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import { toFailure } from '../kernel/failure.ts';
import type { sessionMachine } from './session.machine.ts';

/** What the login page, the one-time notice and the logout page draw. */
export type SessionScreen =
  | { readonly name: 'restoring' }
  | { readonly name: 'restore-failed'; readonly failure: Failure }
  | { readonly name: 'form'; readonly busy: boolean; readonly failure: Failure | null; readonly loginName: string }
  | { readonly name: 'expired-notice' }
  /** The account is being forgotten; nothing can be typed yet. */
  | { readonly name: 'leaving' }
  | { readonly name: 'active'; readonly displayName: string; readonly customerService: string | null };

export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

export const selectSessionScreen = (snapshot: SessionSnapshot): SessionScreen => {
  const { account, customerService, failure, loginName } = snapshot.context;
  if (snapshot.matches('restoring')) return { name: 'restoring' };
  if (snapshot.matches('restoreFailed')) return { name: 'restore-failed', failure: failure ?? toFailure(null) };
  if (snapshot.matches('anonymous'))
    return { name: 'form', busy: snapshot.matches({ anonymous: 'authenticating' }), failure, loginName };
  if (snapshot.matches({ expired: { notice: 'shown' } })) return { name: 'expired-notice' };
  if (snapshot.matches('active') && account)
    return { name: 'active', displayName: account.displayName, customerService };
  return { name: 'leaving' };
};
