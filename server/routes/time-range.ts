/** End of the year 9999, the last that text can hold. */
const LAST_S = 253_402_300_799;

/** The instant of a bound on the wire, which counts seconds. */
export const dateOf = (seconds: number): Date => new Date(Math.min(seconds, LAST_S) * 1_000);
