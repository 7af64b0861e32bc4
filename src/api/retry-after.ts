const LONGEST_MS = 600_000;

const SECONDS = /^\d+(?:\.\d+)?$/;
/** An asctime date has no zone. All dates of HTTP are UTC. */
const ASCTIME = /^[A-Za-z]{3} [A-Za-z]{3} [ \d]\d \d\d:\d\d:\d\d \d{4}$/;
/** Begins with the name of a day, or is an ISO date. `Date.parse` would also take `-5` for a date. */
const DATE = /^(?:[A-Za-z]{3,9},? |\d{4}-\d\d-\d\dT)/;

const readDate = (text: string): number => {
  if (!DATE.test(text)) return Number.NaN;
  return Date.parse(ASCTIME.test(text) ? `${text} GMT` : text);
};

/**
 * Converts a Retry-After header (seconds or a date) to milliseconds; at most ten minutes. A date counts from `date`, the Date header of
 * the same response. Without one, as on another origin that does not expose it, it counts from `now`, the server's time in epoch ms.
 */
export const readRetryAfter = (header: string | null, date: string | null, now: number): number | null => {
  const text = header?.trim() ?? '';
  const sent = readDate(date?.trim() ?? '');
  const wait = SECONDS.test(text) ? Number(text) * 1_000 : readDate(text) - (Number.isFinite(sent) ? sent : now);
  return Number.isNaN(wait) ? null : Math.min(Math.max(Math.round(wait), 0), LONGEST_MS);
};
