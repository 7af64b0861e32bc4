const DAY_MS = 24 * 3_600_000;

/** The portal does not send an older intent again. The server keeps the keys of intents for twice this time. */
export const INTENT_LIFETIME_MS = DAY_MS;

/** The portal tracks an order, and the server checks for a late payment, for this time. */
export const ORDER_LIFETIME_MS = 7 * DAY_MS;
