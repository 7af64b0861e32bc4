import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import type { passwordResetMachine } from './password-reset.machine.ts';
import type { CodeChannel } from './verification.types.ts';

export type PasswordResetScreen = {
  readonly name: 'filling' | 'resetting' | 'changed';
  readonly by: CodeChannel;
  readonly failure: Failure | null;
};

export type PasswordResetSnapshot = SnapshotFrom<typeof passwordResetMachine>;

export const selectPasswordResetScreen = (snapshot: PasswordResetSnapshot): PasswordResetScreen => {
  const { by, failure } = snapshot.context;
  return { name: snapshot.value, by, failure };
};
