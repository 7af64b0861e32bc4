const LONGEST_MS = 600_000;

/** Converts a Retry-After header (seconds or a date) to milliseconds from `now` (epoch ms); at most ten minutes. */
export const readRetryAfter = (header: string | null, now: number): number | null => {
  if (header === null) return null;
  const text = header.trim();
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), LONGEST_MS) : null;
};
