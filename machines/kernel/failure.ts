/**
 * Every reason why a call can fail. A publisher declares which body codes mean which reason; views map reasons to texts. Each
 * reason except `loadFailed` is a key of `errors` in locales/<bcp47>.json.
 */
export const FAILURE_REASONS = [
  'accountNotFoundEmail',
  'accountNotFoundFacebook',
  'accountNotFoundGame',
  'accountNotFoundGoogle',
  'accountNotFoundLoginName',
  'accountNotFoundMobile',
  'accountNotFoundApple',
  'verificationCodeIncorrect',
  'parameterException',
  'incorrectPassword',
  'illegalToken',
  'systemBusy',
  'emailLoginNotSupported',
  'codeTooFrequent',
  'loginTooFrequent',
  'userAuthenticationFailed',
  'tokenFailure',
  'signedOutByServer',
  'serverMaintenance',
  'balanceInsufficient',
  'recipientNeeded',
  'roleGone',
  'itemGone',
  'channelClosed',
  'priceChanged',
  'stillProcessing',
  'keyReused',
  'orderNumberWrong',
  'orderOver',
  'articleMissing',
  'forbidden',
  'offline',
  'timedOut',
  'requestError',
  /** A chunk of the portal could not be loaded. */
  'loadFailed',
  /** The link from a game has an unknown, used or expired ticket. */
  'linkExpired',
  /** The browser refuses to store data for this site, so the portal sends no order. */
  'storageRefused',
  'protocolError',
  'unknownError',
] as const;

export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Plain data, so that it survives events, recordings and inspection. */
export type Failure = {
  readonly reason: FailureReason;
  /** HTTP status; 500 when there was no response. */
  readonly status: number;
  /** Body code; -1 when the request itself failed. */
  readonly code: number;
  /** The message of the server; shown only where the specification requires it (login, order creation). */
  readonly msg: string | null;
  /** From a Retry-After header, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** The unparsed `data` of the response, if any. Never shown, recorded or inspected. */
  readonly data?: unknown;
};

export const failure = (reason: FailureReason, more: Partial<Failure> = {}): Failure => ({
  reason,
  status: 200,
  code: -1,
  msg: null,
  retryAfterMs: null,
  ...more,
});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isReason = (value: unknown): value is FailureReason => FAILURE_REASONS.some((reason) => reason === value);

/** Adapters reject with a `Failure`. Any other value is a defect and becomes `unknownError`. */
export const toFailure = (error: unknown): Failure => {
  if (!isRecord(error) || !isReason(error['reason'])) return failure('unknownError');
  const { status, code, msg, retryAfterMs, data } = error;
  return failure(error['reason'], {
    ...(typeof status === 'number' && { status }),
    ...(typeof code === 'number' && { code }),
    ...(typeof msg === 'string' && { msg }),
    ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
    ...(data !== undefined && { data }),
  });
};

/** The failure of an `onError` event. Any other event reads as an unknown error. */
export const failureOf = ({ event }: { readonly event: object }): Failure =>
  toFailure('error' in event ? event.error : null);
