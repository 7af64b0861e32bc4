type Bounds = { readonly begin: number | null; readonly end: number | null };

const DAY_S = 86_400;

/**
 * `begin` and `end` of a record request, in seconds, as an API needs them that takes both literally: an open end is a day ahead of
 * `now` (epoch ms of the server), so that a clock that is off loses no order.
 */
export const recordRange = ({ begin, end }: Bounds, now: number) => ({
  begin: begin ?? 0,
  end: end ?? Math.floor(now / 1_000) + DAY_S,
});
