import type { Failure, FailureReason } from '../kernel/failure.ts';

/** Reasons after which the order may exist or be paid. */
const UNKNOWN_OUTCOME: ReadonlySet<FailureReason> = new Set<FailureReason>([
  'timedOut',
  'requestError',
  'offline',
  'protocolError',
  'stillProcessing',
]);

/** Reasons of a lost session, with any status: it stops this actor, but the intent must survive. */
const LOST_SESSION: ReadonlySet<FailureReason> = new Set<FailureReason>([
  'illegalToken',
  'tokenFailure',
  'userAuthenticationFailed',
  'signedOutByServer',
]);

/** Request timeout, too early, too many requests: unlike the other 4xx they are worth a retry. */
const RETRYABLE_STATUS: ReadonlySet<number> = new Set([408, 425, 429]);

/** Whether the server may have acted on a failed request. The record then decides. */
export const isOutcomeUnknown = ({ reason, status, code }: Failure): boolean => {
  if (status >= 500 || RETRYABLE_STATUS.has(status) || LOST_SESSION.has(reason)) return true;
  if (status >= 400) return false;
  return UNKNOWN_OUTCOME.has(reason) || (reason === 'unknownError' && code === -1);
};

/**
 * Whether the API refused a repeated request. The API knows the key of the first request, so no order exists in that case. A refusal
 * by the browser or a proxy concerns only the repeated request.
 */
export const isRefusedByApi = (failure: Failure): boolean =>
  failure.status === 200 && failure.code > 0 && !isOutcomeUnknown(failure);

/** Pauses before an unknown outcome is looked up again. */
export const BACK_OFF_MS = [1_000, 3_000, 9_000] as const;
const LONGEST_WAIT_MS = 30_000;

type Attempts = { readonly attempts: number; readonly failure: Failure | null };

/** Milliseconds before the next lookup: longer if the last failure has a Retry-After. */
export const backOffOf = ({ attempts, failure }: Attempts): number =>
  Math.max(BACK_OFF_MS[attempts] ?? 0, Math.min(failure?.retryAfterMs ?? 0, LONGEST_WAIT_MS));

/** Whether the next lookup waits for the player. */
export const isOutOfAttempts = ({ attempts }: Pick<Attempts, 'attempts'>): boolean => attempts >= BACK_OFF_MS.length;
