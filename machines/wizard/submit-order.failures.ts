import type { Failure, FailureReason } from '../kernel/failure.ts';

/** The server may have done it all the same; a lost session ends the actor that asked, and what it asked must outlive it. */
const UNKNOWN_OUTCOME: ReadonlySet<FailureReason> = new Set<FailureReason>([
  'timedOut',
  'requestError',
  'offline',
  'protocolError',
  'stillProcessing',
  'illegalToken',
  'tokenFailure',
  'userAuthenticationFailed',
  'signedOutByServer',
]);

/** Too early, too many, time-out: worth asking again, unlike the other 4xx. */
const PASSING_STATUS: ReadonlySet<number> = new Set([408, 425, 429]);

export const isOutcomeUnknown = ({ reason, status, code }: Failure): boolean => {
  if (status >= 500 || PASSING_STATUS.has(status)) return true;
  if (status >= 400) return false;
  return UNKNOWN_OUTCOME.has(reason) || (reason === 'unknownError' && code === -1);
};
