import { describe, expect, test } from 'vitest';
import { COUNTS, type Count, type Curve, curveOf, exponentOf, lineOf } from '../../bench/growth-curve.ts';

const round = (...values: readonly number[]): ReadonlyMap<Count, number> =>
  new Map(COUNTS.map((count, index) => [count, values[index] ?? 0]));

describe('a curve', () => {
  test('has medians, and the median of the ratios of each round (F17)', () => {
    const found = curveOf('orders', 2, [round(1, 2, 3, 4), round(2, 20, 30, 30), round(3, 4, 5, 12)]);
    expect(found).toEqual({ name: 'orders', limit: 2, values: [2, 4, 5, 12], ratio: 2 });
  });

  test('has no value for a count that was not measured (F17)', () => {
    const found = curveOf('pages', 2, [new Map([[100, 5] as const, [10_000, 6] as const])]);
    expect(found.values).toEqual([null, 5, null, 6]);
    expect(found.ratio).toBe(1.2);
  });
});

test('a line has the values and the exponent of the growth (F17)', () => {
  const curve: Curve = { name: 'pages', values: [null, 4.26, 42.6, 426], ratio: 100, limit: 2 };
  expect(exponentOf(curve)).toBe(1);
  expect(exponentOf({ ...curve, ratio: 1 })).toBe(0);
  expect(lineOf(curve).split(/ {2,}/)).toEqual(['✗', 'pages', '–', '4.3', '43', '426', '1.00', 'at most 0.15']);
  expect(lineOf({ ...curve, ratio: 1.5 })).toMatch(/^✓/);
});
