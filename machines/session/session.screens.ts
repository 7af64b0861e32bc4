import type { SnapshotFrom } from 'xstate';
import { type Failure, toFailure } from '../kernel/failure.ts';
import type { CodeChannel } from './contact.rules.ts';
import type { PhoneLoginProblems } from './recovery.validation.ts';
import type { sessionMachine } from './session.machine.ts';
import type { LoginMethod, LoginProblems } from './session.types.ts';

/** For the login page, the one-time notice and the logout page. */
export type SessionScreen =
  | { readonly name: 'restoring' }
  | { readonly name: 'restore-failed'; readonly failure: Failure }
  | {
      readonly name: 'form';
      /** `recovery`: the channel of a password reset. */
      readonly method: LoginMethod | { readonly recovery: CodeChannel };
      /** The state of the chunk with codes and resets; always `ready` for the login by account. */
      readonly part: 'ready' | 'loading' | 'loadFailed';
      readonly busy: boolean;
      readonly failure: Failure | null;
      /** The name of the login by account; empty for a login by phone. */
      readonly loginName: string;
      readonly recovered: boolean;
    }
  /** Another player has opened the portal from the game. */
  | { readonly name: 'choosing'; readonly displayName: string; readonly other: string }
  | { readonly name: 'expired-notice' }
  /** The session is being deleted. */
  | { readonly name: 'leaving' }
  | { readonly name: 'active'; readonly displayName: string; readonly customerService: string | null };

export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

/** The problems of the login by account; null until a submit was validated. */
export const selectLoginProblems = ({ context: { problems } }: SessionSnapshot): LoginProblems | null =>
  problems && 'account' in problems ? problems : null;

/** Like `selectLoginProblems`, for the login by phone. */
export const selectPhoneLoginProblems = ({ context: { problems } }: SessionSnapshot): PhoneLoginProblems | null =>
  problems && 'code' in problems ? problems : null;

type Form = Extract<SessionScreen, { name: 'form' }>;

const methodOf = (snapshot: SessionSnapshot): Form['method'] => {
  const { recovery } = snapshot.context;
  if (snapshot.matches({ anonymous: { method: 'recovering' } }) && recovery) return { recovery };
  return snapshot.matches({ anonymous: { method: 'phone' } }) ? 'phone' : 'account';
};

const partOf = (snapshot: SessionSnapshot): Form['part'] => {
  const isIn = (part: 'loading' | 'loadFailed') =>
    snapshot.matches({ anonymous: { method: { phone: part } } }) ||
    snapshot.matches({ anonymous: { method: { recovering: part } } });
  if (isIn('loadFailed')) return 'loadFailed';
  return isIn('loading') ? 'loading' : 'ready';
};

export const selectSessionScreen = (snapshot: SessionSnapshot): SessionScreen => {
  const { account, customerService, other, failure, method, loginName, recovered } = snapshot.context;
  if (snapshot.matches({ ticket: 'choosing' }))
    return { name: 'choosing', displayName: account?.displayName ?? '', other: other ?? '' };
  if (snapshot.matches('restoring') || snapshot.matches('ticket')) return { name: 'restoring' };
  if (snapshot.matches('restoreFailed')) return { name: 'restore-failed', failure: failure ?? toFailure(null) };
  if (snapshot.matches('anonymous'))
    return {
      name: 'form',
      method: methodOf(snapshot),
      part: partOf(snapshot),
      busy: snapshot.matches({ anonymous: { entry: 'authenticating' } }),
      failure,
      loginName: method === 'phone' && !recovered ? '' : loginName,
      recovered,
    };
  if (snapshot.matches({ expired: { notice: 'shown' } })) return { name: 'expired-notice' };
  if (snapshot.matches('active') && account)
    return { name: 'active', displayName: account.displayName, customerService };
  return { name: 'leaving' };
};

/** Whether the player has logged in on this page; false after a reload. */
export const selectHasLoggedIn = (snapshot: SessionSnapshot): boolean =>
  selectSessionScreen(snapshot).name === 'active' &&
  (snapshot.context.by === 'login' || snapshot.context.by === 'phone');
