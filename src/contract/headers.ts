/** Headers of every request (SESS-15). Unknown values are sent empty. */
export const HEADER = {
  version: 'version',
  contractVersion: 'hversion',
  accountId: 'accountid',
  gameId: 'gameid',
  userId: 'userid',
  clientId: 'client-id',
  token: 'token',
} as const;

/** Headers of every request, besides those of `HEADER`. */
export const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' } as const;

/** Revision of the header contract, sent as `hversion`. */
export const CONTRACT_VERSION = '1';

/** Extra headers of order creation. Their names can be changed, or emptied, at build time for an API whose CORS refuses them. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** The price on the screen, in US cents or, for a payment with E Points, in E Points. */
export const QUOTE_HEADER = 'x-quote';
/** On a response: the stored result of an earlier request with the same key. */
export const REPLAYED_HEADER = 'idempotent-replayed';

/** W3C trace context. Sent only if the build enables it: an API on a different origin has to allow it. */
export const TRACE_HEADER = 'traceparent';

export const REQUEST_TIMEOUT_MS = 60_000;
export const POLL_TIMEOUT_MS = 10_000;
export const MAX_RESPONSE_BYTES = 2_000_000;
export const MAX_REQUEST_BYTES = 64_000;
export const TOKEN_INVALID_STATUS = 203;
/** The status of a failure without a response (specified). */
export const NO_RESPONSE_STATUS = 500;
