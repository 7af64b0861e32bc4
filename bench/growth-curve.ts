import { median } from './browser.ts';

/** Measured list lengths, in rows. */
export const COUNTS = [10, 100, 1_000, 10_000] as const;

export type Count = (typeof COUNTS)[number];

/** Limits of a ratio: 10,000 rows cost at most twice as much as 100 rows, or 100 times as much where the API returns every row at once. */
export const FLAT = 2;
export const LINEAR = 100;

/** One value for each of COUNTS; null: not measured. `ratio`: of the values at 10,000 and at 100, at most `limit`. */
export type Curve = {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly ratio: number;
  readonly limit: number;
};

/** The values of one round. */
export type Round = ReadonlyMap<Count, number>;

/** Medians of rounds. The ratio is the median of the ratios of each round, because a busy moment affects both of its values. */
export const curveOf = (name: string, limit: number, rounds: readonly Round[]): Curve => ({
  name,
  limit,
  values: COUNTS.map((count) => {
    const values = rounds.flatMap((round) => round.get(count) ?? []);
    return values.length > 0 ? median(values) : null;
  }),
  ratio: median(rounds.map((round) => (round.get(10_000) ?? Number.NaN) / (round.get(100) ?? Number.NaN))),
});

const cell = (value: number | null): string => (value === null ? '–' : value.toFixed(value < 10 ? 1 : 0));

/** The cost of n rows grows as n to this power, between 100 and 10,000 rows: 0 is flat, 1 is linear. */
export const exponentOf = ({ ratio }: Curve): number => Math.log10(ratio) / 2;

/** A line of the table: limit kept or not, name, ms by number of rows, exponent and its limit. */
export const lineOf = (curve: Curve): string => {
  const { name, values, ratio, limit } = curve;
  const most = exponentOf({ ...curve, ratio: limit });
  return [
    ratio <= limit ? '✓' : '✗',
    name.padEnd(42),
    ...values.map((value) => cell(value).padStart(7)),
    exponentOf(curve).toFixed(2).padStart(9),
    `at most ${most.toFixed(2)}`,
  ].join('  ');
};

export const HEAD = [
  '',
  ''.padEnd(42),
  ...COUNTS.map((count) => count.toLocaleString('en-US').padStart(7)),
  'exponent'.padStart(9),
]
  .join('  ')
  .trimEnd();
