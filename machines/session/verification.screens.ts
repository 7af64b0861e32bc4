import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import type { verificationMachine } from './verification.machine.ts';

/** Where a form with a code shows why the server refused it. */
export type FailureField = 'target' | 'code' | 'form';

export const failureField = ({ reason }: Failure): FailureField => {
  if (reason === 'accountNotFoundEmail' || reason === 'accountNotFoundMobile') return 'target';
  return reason === 'verificationCodeIncorrect' || reason === 'codeTooFrequent' ? 'code' : 'form';
};

type VerificationSnapshot = SnapshotFrom<typeof verificationMachine>;

/** The state next to a code field. `resendAt` is valid only while `cooling`. */
type VerificationScreen = Omit<VerificationSnapshot['context'], 'channel' | 'purpose'> & {
  readonly name: 'ready' | 'sending' | 'cooling';
};

const nameOf = (snapshot: VerificationSnapshot): VerificationScreen['name'] => {
  if (snapshot.matches('sending')) return 'sending';
  return snapshot.matches('coolingDown') ? 'cooling' : 'ready';
};

export const selectVerificationScreen = (snapshot: VerificationSnapshot): VerificationScreen => {
  const { resendAt, sentTo, validMinutes, target, failure, problems } = snapshot.context;
  return { name: nameOf(snapshot), resendAt, sentTo, validMinutes, target, failure, problems };
};
