import { expect, test } from 'vitest';
import { toEPoints, usd } from '../../machines/kernel/money.ts';

test('RCHG-05 · money is a number of US cents', () => {
  expect(usd(499)).toEqual({ minor: 499, currency: 'USD' });
});

test('RCHG-05 · every price in cents is the same number of E Points', () => {
  expect([0, 1, 499, 999_999_999].map((minor) => toEPoints(usd(minor)))).toEqual([0, 1, 499, 999_999_999]);
});
