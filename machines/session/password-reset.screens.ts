import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import type { CodeChannel } from './contact.rules.ts';
import type { passwordResetMachine } from './password-reset.machine.ts';
import type { ResetProblems } from './recovery.validation.ts';

export type PasswordResetScreen = {
  readonly name: 'filling' | 'resetting' | 'changed';
  readonly by: CodeChannel;
  readonly failure: Failure | null;
  /** Shown next to the fields; null until a submit was validated. */
  readonly problems: ResetProblems | null;
};

export type PasswordResetSnapshot = SnapshotFrom<typeof passwordResetMachine>;

export const selectPasswordResetScreen = (snapshot: PasswordResetSnapshot): PasswordResetScreen => {
  const { by, failure, problems } = snapshot.context;
  return { name: snapshot.value, by, failure, problems };
};
