/** End of the year 9999, the last that a date string can represent. */
const LAST_S = 253_402_300_799;

const dateOf = (seconds: number): Date => new Date(Math.min(seconds, LAST_S) * 1_000);

/** The times that a list is limited to. 0: no limit. `end` is inclusive. */
export const rangeOf = ({ begin, end }: { readonly begin: number; readonly end: number }) => ({
  since: begin ? dateOf(begin) : null,
  before: end ? dateOf(end + 1) : null,
});
