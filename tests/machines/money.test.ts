import { expect, test } from 'vitest';
import { toEPoints, usd } from '../../machines/kernel/money.ts';

test('money is a number of US cents (RCHG-05)', () => {
  expect(usd(499)).toEqual({ minor: 499, currency: 'USD' });
});

test('every price in cents is the same number of E Points (RCHG-05)', () => {
  expect([0, 1, 499, 999_999_999].map((minor) => toEPoints(usd(minor)))).toEqual([0, 1, 499, 999_999_999]);
});
