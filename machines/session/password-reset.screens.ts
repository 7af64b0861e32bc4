import type { SnapshotFrom } from 'xstate';
import type { passwordResetMachine } from './password-reset.machine.ts';

export type PasswordResetSnapshot = SnapshotFrom<typeof passwordResetMachine>;

export type PasswordResetScreen = Pick<PasswordResetSnapshot['context'], 'by' | 'failure' | 'problems'> & {
  readonly name: 'filling' | 'resetting' | 'changed';
};

export const selectPasswordResetScreen = (snapshot: PasswordResetSnapshot): PasswordResetScreen => {
  const { by, failure, problems } = snapshot.context;
  return { name: snapshot.value, by, failure, problems };
};
