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

const written = (value: number | null): string => (value === null ? '–' : value.toFixed(value < 10 ? 1 : 0));

/** A Markdown table of curves. */
export const tableOf = (title: string, curves: readonly Curve[]): string => {
  const head = [title, ...COUNTS.map((count) => count.toLocaleString('en-US')), '10,000 : 100', 'limit'];
  const rows = curves.map(({ name, values, ratio, limit }) => [
    name,
    ...values.map(written),
    `${ratio.toFixed(2)} ×`,
    `${limit} ×`,
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

const WIDTH = 760;
const PLOT = { left: 48, top: 32, width: 420, height: 280 } as const;
const LEGEND = { left: PLOT.left + PLOT.width + 20, line: 22 } as const;
const COLORS = ['#3b82f6', '#f97316', '#10b981', '#a855f7', '#e11d48', '#0891b2', '#ca8a04', '#6b7280'] as const;
const DASHES = ['', '7 4'] as const;
/** Smaller values are drawn at this one, because a logarithmic axis has no zero. */
const SMALLEST = 0.1;

const STYLE = `text { font: 12px system-ui, sans-serif; fill: #1f2937 }
  .line { fill: none; stroke-width: 2 }
  .grid { stroke: #9ca3af; stroke-opacity: 0.4 }
  @media (prefers-color-scheme: dark) { text { fill: #e5e7eb } }`;

const xOf = (index: number): number => PLOT.left + 20 + (index * (PLOT.width - 40)) / (COUNTS.length - 1);

const measuredValues = ({ values }: Curve): number[] =>
  values.flatMap((value) => (value === null ? [] : [Math.max(value, SMALLEST)]));

/** A logarithmic axis between powers of ten. */
const axisOf = (curves: readonly Curve[]) => {
  const logs = curves.flatMap(measuredValues).map(Math.log10);
  const low = Math.floor(Math.min(...logs));
  const steps = Math.max(1, Math.ceil(Math.max(...logs)) - low);
  const yOf = (value: number): number =>
    PLOT.top + PLOT.height * (1 - (Math.log10(Math.max(value, SMALLEST)) - low) / steps);
  return { yOf, ticks: Array.from({ length: steps + 1 }, (_, step) => 10 ** (low + step)) };
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** An SVG image for light and dark pages. Both axes are logarithmic: a constant cost is a horizontal line, a linear one rises steeply. */
export const plotOf = (title: string, curves: readonly Curve[]): string => {
  const { yOf, ticks } = axisOf(curves);
  const bottom = PLOT.top + PLOT.height;
  const grid = ticks.map((tick) => {
    const y = yOf(tick).toFixed(1);
    const number = Number(tick.toPrecision(1)).toLocaleString('en-US');
    return `<path class="grid" d="M${PLOT.left} ${y}h${PLOT.width}"/><text x="${PLOT.left - 8}" y="${y}" dy="4" text-anchor="end">${number}</text>`;
  });
  const marks = COUNTS.map(
    (count, index) =>
      `<text x="${xOf(index).toFixed(1)}" y="${bottom + 20}" text-anchor="middle">${count.toLocaleString('en-US')}</text>`,
  );
  const highestFirst = curves.toSorted((a, b) => (measuredValues(b).at(-1) ?? 0) - (measuredValues(a).at(-1) ?? 0));
  const lines = highestFirst.map(({ name, values }, index) => {
    const dash = DASHES[Math.floor(index / COLORS.length) % DASHES.length];
    const pen = `class="line" stroke="${COLORS[index % COLORS.length]}"${dash ? ` stroke-dasharray="${dash}"` : ''}`;
    const points = values.flatMap((value, at) =>
      value === null ? [] : [`${xOf(at).toFixed(1)},${yOf(value).toFixed(1)}`],
    );
    const y = PLOT.top + 8 + index * LEGEND.line;
    return `<polyline ${pen} points="${points.join(' ')}"/><path ${pen} d="M${LEGEND.left} ${y}h24"/><text x="${LEGEND.left + 32}" y="${y}" dy="4">${escaped(name)}</text>`;
  });
  const height = Math.max(bottom + 48, PLOT.top + 16 + curves.length * LEGEND.line);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)} by number of rows">
  <style>${STYLE}</style>
  <text x="${PLOT.left}" y="16">${escaped(title)}</text>
  ${[...grid, ...marks, ...lines].join('\n  ')}
  <text x="${PLOT.left + PLOT.width / 2}" y="${bottom + 40}" text-anchor="middle">rows</text>
</svg>
`;
};
