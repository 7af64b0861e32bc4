/**
 * Every way a call can go wrong, as the player would be told. Adapters turn wire codes into reasons (contract/codes.ts
 * holds the table); views turn reasons into sentences. Each reason is a key of locales/<bcp47>/errors.json.
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
  /** A part of the portal's own code did not arrive. */
  'loadFailed',
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
  /** The server's own words, shown only where the specification asks for them (login, order creation). */
  readonly msg: string | null;
  /** From a Retry-After header, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** What the server sent beside the code, as it came; absent when it sent nothing. Never shown, recorded or inspected. */
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

/** Adapters reject with a `Failure`; whatever else arrives is a defect of ours and reads "unknown error". */
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
