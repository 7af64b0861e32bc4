const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Epoch seconds at which the day that is `later` days after `day` begins in the device's time zone. */
const startOf = (day: string, later: number): number | null => {
  const [, year, month, date] = DAY.exec(day)?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  return Math.floor(new Date(year, month - 1, date + later).getTime() / 1_000);
};

/** First and last second of the days from `begin` to `end` (`YYYY-MM-DD`), both included; null where there is no bound. */
export const secondsOfDays = ({ begin, end }: { readonly begin: string; readonly end: string }) => {
  const after = startOf(end, 1);
  const before = startOf(begin, 0);
  return {
    begin: before === null ? null : Math.max(0, before),
    end: after === null ? null : Math.max(0, after - 1),
  };
};

type Bounds = { readonly begin: number | null; readonly end: number | null };

const DAY_S = 86_400;

/** Seconds, for an API that takes both literally. An open end is a day after `now` (ms of the server), so that drift hides no order. */
export const recordRange = ({ begin, end }: Bounds, now: number) => ({
  begin: begin ?? 0,
  end: end ?? Math.floor(now / 1_000) + DAY_S,
});
