import { describe, expect, test } from 'vitest';
import { COUNTS, type Count, type Curve, curveOf, plotOf, tableOf } from '../../bench/growth-plot.ts';

const round = (...values: readonly number[]): ReadonlyMap<Count, number> =>
  new Map(COUNTS.map((count, index) => [count, values[index] ?? 0]));

const curve = (name: string, ...values: readonly (number | null)[]): Curve => ({ name, values, ratio: 1, limit: 2 });

describe('a curve', () => {
  test('F17 · has medians, and the median of the ratios of each round', () => {
    const found = curveOf('orders', 2, [round(1, 2, 3, 4), round(2, 20, 30, 30), round(3, 4, 5, 12)]);
    expect(found).toEqual({ name: 'orders', limit: 2, values: [2, 4, 5, 12], ratio: 2 });
  });

  test('F17 · has no value for a count that was not measured', () => {
    const found = curveOf('pages', 2, [new Map([[100, 5] as const, [10_000, 6] as const])]);
    expect(found.values).toEqual([null, 5, null, 6]);
    expect(found.ratio).toBe(1.2);
  });
});

test('F17 · the table has a row for each curve', () => {
  expect(tableOf('ms', [curve('pages', null, 4.26, 42.6, 8)]).split('\n')).toEqual([
    '| ms | 10 | 100 | 1,000 | 10,000 | 10,000 : 100 | limit |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| pages | – | 4.3 | 43 | 8.0 | 1.00 × | 2 × |',
  ]);
});

describe('the plot', () => {
  const pointsOf = (svg: string): [number, number][][] =>
    [...svg.matchAll(/<polyline [^>]*points="([^"]*)"/g)].map(([, points = '']) =>
      points.split(' ').map((point): [number, number] => {
        const [x = Number.NaN, y = Number.NaN] = point.split(',').map(Number);
        return [x, y];
      }),
    );
  const textsOf = (svg: string): string[] => [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text = '']) => text);

  test('F17 · a flat cost is a level line, a linear one rises by one decade per decade of rows', () => {
    const [linear = [], flat = []] = pointsOf(
      plotOf('ms', [curve('flat', 5, 5, 5, 5), curve('linear', 1, 10, 100, 1_000)]),
    );
    expect(new Set(flat.map(([, y]) => y)).size).toBe(1);
    const rises = linear.slice(1).map(([, y], index) => (linear[index]?.[1] ?? 0) - y);
    for (const rise of rises) expect(rise).toBeCloseTo(rises[0] ?? 0, 0);
    expect(rises[0]).toBeGreaterThan(50);
    expect(linear.map(([x]) => x)).toEqual(flat.map(([x]) => x));
  });

  test('F17 · the axes have the powers of ten around the values, and the counts', () => {
    const texts = textsOf(plotOf('CPU-ms', [curve('pages', 3, 30, 300, 900)]));
    expect(texts).toEqual(['CPU-ms', '1', '10', '100', '1,000', '10', '100', '1,000', '10,000', 'pages', 'rows']);
    expect(textsOf(plotOf('ms', [curve('few', 0.2, 0.3, 0.2, 0.2)])).slice(1, 3)).toEqual(['0.1', '1']);
  });

  test('F17 · the names are in the order of the lines at their right end, each with a pen of its own', () => {
    const many = Array.from({ length: 16 }, (_, at) => curve(`curve ${at}`, 1, 1, 1, 1 + at));
    const svg = plotOf('ms', many);
    expect(textsOf(svg).filter((text) => text.startsWith('curve'))).toEqual(many.map(({ name }) => name).reverse());
    const pens = [...svg.matchAll(/<polyline class="line" ([^>]*?) points/g)].map(([, pen]) => pen);
    expect(new Set(pens).size).toBe(16);
  });

  test('F17 · a count that was not measured has no point, and a name is text', () => {
    const svg = plotOf('a < b', [curve('x & <y>', null, 5, null, 5)]);
    expect(pointsOf(svg)[0]).toHaveLength(2);
    expect(svg).toContain('x &amp; &lt;y>');
    expect(svg).toContain('aria-label="a &lt; b by number of rows"');
  });

  test('F17 · values of one power of ten, or zero, still have an axis', () => {
    for (const value of [0, 1, 10])
      for (const [, y] of pointsOf(plotOf('ms', [curve('same', value, value, value, value)]))[0] ?? [])
        expect(Number.isFinite(y)).toBe(true);
  });
});
