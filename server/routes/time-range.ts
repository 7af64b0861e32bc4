/** End of the year 9999, the last that a date string can represent. */
const LAST_S = 253_402_300_799;

/** Converts seconds from the API to a date. */
export const dateOf = (seconds: number): Date => new Date(Math.min(seconds, LAST_S) * 1_000);
