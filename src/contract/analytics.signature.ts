/** The signed query: `event`, `nonce` and `ts` (seconds) in this order, then `sign`. */
const SIGNED_FIELDS = ['event', 'nonce', 'ts'] as const;
export const SIGNATURE_FIELD = 'sign';
/** Maximum difference between the two clocks, in seconds. */
export const SIGNATURE_TOLERANCE = 300;

export type SignedFields = Readonly<Record<(typeof SIGNED_FIELDS)[number], string>>;

/** The input of HMAC-SHA256: the query, sorted by name. */
export const signedText = (fields: SignedFields): string =>
  SIGNED_FIELDS.map((name) => `${name}=${encodeURIComponent(fields[name])}`).join('&');
