import { expect, test } from 'vitest';
import { packageArt } from '../../src/views/epoint-recharge/package-art.ts';

const art = (basic: number, named: string | null = 'epoint') =>
  packageArt({ art: named, credit: { basic, present: 0, rebate: 0, isFirst: false } });

test('a larger package has a larger pile of coins; a configured picture wins (EPNT-02)', () => {
  expect([100, 300, 500, 1_000, 2_000, 5_000, 10_000].map((basic) => art(basic))).toEqual([
    'epoint',
    'epoint-2',
    'epoint-2',
    'epoint-3',
    'epoint-4',
    'epoint-5',
    'epoint-6',
  ]);
  expect(art(500, null)).toBe('epoint-2');
  expect(art(500, 'festival')).toBe('festival');
});
