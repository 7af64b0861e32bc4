import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import type { sessionMachine } from './session.machine.ts';

/** What the login page, the one-time notice and the logout page draw. */
export type SessionScreen =
  | { readonly name: 'restoring' }
  | { readonly name: 'restore-failed'; readonly failure: Failure }
  | { readonly name: 'form'; readonly busy: boolean; readonly failure: Failure | null; readonly loginName: string }
  | { readonly name: 'expired-notice' }
  | { readonly name: 'leaving' }
  | { readonly name: 'active'; readonly displayName: string; readonly customerService: string | null };

export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;
