/** One line of the table: a measurement and its limit. */
export type Figure = {
  readonly what: string;
  readonly measured: number;
  readonly limit: number;
  readonly unit: '×' | 'kB' | 'bytes' | 'ms' | '/s' | '';
  /** The absolute figures behind a ratio. */
  readonly from?: string;
};

const DIGITS: Readonly<Record<Figure['unit'], number>> = { '×': 2, kB: 1, bytes: 0, ms: 0, '/s': 0, '': 3 };

const written = (value: number, unit: Figure['unit']): string =>
  `${Number(value.toFixed(DIGITS[unit]))}${unit && ` ${unit}`}`;

/** Prints the table; false when a figure is over its limit. */
export const print = (
  title: string,
  figures: readonly Figure[],
  direction: 'at most' | 'at least' = 'at most',
): boolean => {
  const fits = ({ measured, limit }: Figure) => (direction === 'at most' ? measured <= limit : measured >= limit);
  const width = Math.max(...figures.map(({ what }) => what.length));
  process.stdout.write(`\n${title}\n`);
  for (const figure of figures) {
    const { what, measured, limit, unit, from } = figure;
    const cells = [
      fits(figure) ? '✓' : '✗',
      what.padEnd(width),
      written(measured, unit).padStart(10),
      `${direction} ${written(limit, unit)}`.padEnd(18),
      from ?? '',
    ];
    process.stdout.write(`${cells.join('  ').trimEnd()}\n`);
  }
  return figures.every(fits);
};
