import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import type { TargetProblems } from './recovery.validation.ts';
import type { verificationMachine } from './verification.machine.ts';

/** What stands beside the field of a code. */
export type VerificationScreen = {
  readonly name: 'ready' | 'sending' | 'cooling';
  /** Epoch ms of the server; meant only while it is `cooling`. */
  readonly resendAt: number;
  readonly sentTo: string | null;
  /** Of the last target that was asked for. */
  readonly target: string | null;
  readonly failure: Failure | null;
  /** Shown beside the target's field; null: none is shown yet. */
  readonly problems: TargetProblems | null;
};

export type VerificationSnapshot = SnapshotFrom<typeof verificationMachine>;

const nameOf = (snapshot: VerificationSnapshot): VerificationScreen['name'] => {
  if (snapshot.matches('sending')) return 'sending';
  return snapshot.matches('coolingDown') ? 'cooling' : 'ready';
};

export const selectVerificationScreen = (snapshot: VerificationSnapshot): VerificationScreen => {
  const { resendAt, sentTo, target, failure, problems } = snapshot.context;
  return { name: nameOf(snapshot), resendAt, sentTo, target, failure, problems };
};
