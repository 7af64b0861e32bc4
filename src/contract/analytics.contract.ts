import * as v from 'valibot';

/** Every event of a visit. The logger refuses any other name. */
const EVENTS = [
  'web_payment_page_enter',
  'web_payment_page_load',
  'web_payment_page_stay',
  'web_payment_user_info',
  'web_payment_login_result',
  'web_payment_popup_shown',
  'web_payment_button_clicked',
] as const;

export const MAX_EVENT_BYTES = 4_000;

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
    name: v.picklist(EVENTS),
    visit: word,
    /** Epoch ms of the server. */
    at: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    page: word,
    details: v.record(word, v.union([word, milliseconds, v.boolean()])),
  }),
  v.check(({ name, details }) => name !== 'web_payment_page_stay' || v.is(stayDetails, details)),
);

export type AnalyticsEvent = v.InferOutput<typeof analyticsEvent>;
