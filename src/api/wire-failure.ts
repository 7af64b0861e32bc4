import type { ErrorKey } from '../contract/error-keys.ts';

/** What a call rejects with: plain data, the shape of the machines' own failure. Never holds a header or a request. */
export type WireFailure = {
  readonly reason: ErrorKey;
  /** HTTP status; 500 when there was no response. */
  readonly status: number;
  /** Body code; -1 when there was none. */
  readonly code: number;
  readonly msg: string | null;
  /** From a Retry-After header, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** What the body has beside the code, as it came; absent when it has nothing. */
  readonly data?: unknown;
};

export const NO_RESPONSE_STATUS = 500;

export const wireFailure = (reason: ErrorKey, more: Partial<WireFailure> = {}): WireFailure => ({
  reason,
  status: 200,
  code: -1,
  msg: null,
  retryAfterMs: null,
  ...more,
});
