import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import type { TargetProblems } from './recovery.validation.ts';
import type { verificationMachine } from './verification.machine.ts';

/** Where a form with a code shows why the server refused it. */
export type FailureField = 'target' | 'code' | 'form';

export const failureField = ({ reason }: Failure): FailureField => {
  if (reason === 'accountNotFoundEmail' || reason === 'accountNotFoundMobile') return 'target';
  return reason === 'verificationCodeIncorrect' || reason === 'codeTooFrequent' ? 'code' : 'form';
};

/** The state next to a code field. */
type VerificationScreen = {
  readonly name: 'ready' | 'sending' | 'cooling';
  /** Epoch ms of the server; valid only while `cooling`. */
  readonly resendAt: number;
  readonly sentTo: string | null;
  /** How long the last code is valid; null if the API does not say. */
  readonly validMinutes: number | null;
  /** The target of the last request. */
  readonly target: string | null;
  readonly failure: Failure | null;
  /** Shown next to the target field; null until a request was validated. */
  readonly problems: TargetProblems | null;
};

type VerificationSnapshot = SnapshotFrom<typeof verificationMachine>;

const nameOf = (snapshot: VerificationSnapshot): VerificationScreen['name'] => {
  if (snapshot.matches('sending')) return 'sending';
  return snapshot.matches('coolingDown') ? 'cooling' : 'ready';
};

export const selectVerificationScreen = (snapshot: VerificationSnapshot): VerificationScreen => {
  const { resendAt, sentTo, validMinutes, target, failure, problems } = snapshot.context;
  return { name: nameOf(snapshot), resendAt, sentTo, validMinutes, target, failure, problems };
};
