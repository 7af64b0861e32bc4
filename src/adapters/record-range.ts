type Bounds = { readonly begin: number | null; readonly end: number | null };

const DAY_S = 86_400;

/**
 * `begin` and `end` of a record request, in seconds, for an API that takes both literally. An open end is one day after `now` (epoch
 * ms of the server), so that clock drift hides no order.
 */
export const recordRange = ({ begin, end }: Bounds, now: number) => ({
  begin: begin ?? 0,
  end: end ?? Math.floor(now / 1_000) + DAY_S,
});
