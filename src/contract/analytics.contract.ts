import * as v from 'valibot';

/** Every event of a visit. The logger refuses any other name. */
const EVENTS = [
  'page_enter',
  'page_load',
  'page_stay',
  'user_info',
  'login_result',
  'popup_shown',
  'button_clicked',
] as const;

/** On the wire every name has a prefix. */
export const eventName = <Name extends (typeof EVENTS)[number]>(name: Name) => `web_payment_${name}` as const;
/** The signed query: `event`, `nonce` and `ts` (seconds) in this order, then `sign`. */
const SIGNED_FIELDS = ['event', 'nonce', 'ts'] as const;
export const SIGNATURE_FIELD = 'sign';
/** Maximum difference between the two clocks, in seconds. */
export const SIGNATURE_TOLERANCE = 300;
export const MAX_EVENT_BYTES = 4_000;

export type SignedFields = Readonly<Record<(typeof SIGNED_FIELDS)[number], string>>;

/** The input of HMAC-SHA256: the query, sorted by name. */
export const signedText = (fields: SignedFields): string =>
  SIGNED_FIELDS.map((name) => `${name}=${encodeURIComponent(fields[name])}`).join('&');

const word = v.pipe(v.string(), v.regex(/^[\w.:/-]{0,64}$/));
const milliseconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(86_400_000));

/** A score of layout shifts, times 1,000. */
const thousandths = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(100_000));

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(10_000));

/**
 * Details of `page_stay`. `unread`: how many different values of the API could not be read, if any. The Web Vitals are those of this load so far, so the last stay of a visit has the final ones; each is missing until
 * it is known, or if the browser does not measure it. `…_at` identifies the element: tag, analytics id and screen (`button.pay/confirm`).
 */
const stayDetails = v.strictObject({
  ms: milliseconds,
  unread: v.exactOptional(count),
  lcp_ms: v.exactOptional(milliseconds),
  lcp_at: v.exactOptional(word),
  inp_ms: v.exactOptional(milliseconds),
  inp_at: v.exactOptional(word),
  cls_thousandths: v.exactOptional(thousandths),
  cls_at: v.exactOptional(word),
});

export type StayDetails = v.InferOutput<typeof stayDetails>;

/** An event contains short words and numbers, never free text. Each load of the portal has its own `visit`. */
export const analyticsEvent = v.pipe(
  v.strictObject({
    name: v.picklist(EVENTS.map(eventName)),
    visit: word,
    /** Epoch ms of the server. */
    at: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    page: word,
    details: v.record(word, v.union([word, milliseconds, v.boolean()])),
  }),
  v.check(({ name, details }) => name !== eventName('page_stay') || v.is(stayDetails, details)),
);

export type AnalyticsEvent = v.InferOutput<typeof analyticsEvent>;
