const DAY_MS = 24 * 3_600_000;

/**
 * The portal looks up the order of an intent for this time; it sends the intent again only before the time to pay is over. The server keeps
 * the keys of intents for twice this time.
 */
export const INTENT_LIFETIME_MS = DAY_MS;

/** The portal tracks an order, and the server checks for a late payment, for this time. */
export const ORDER_LIFETIME_MS = 7 * DAY_MS;

/** The order of an intent may be this much older than the intent, because clocks differ. */
export const LOOK_BACK_MS = 60_000;

/** A lookup can find an order for this time, so the portal must remember to which intent a deleted order belonged. */
export const ENDED_LIFETIME_MS = INTENT_LIFETIME_MS + LOOK_BACK_MS;
