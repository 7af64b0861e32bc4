import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Item } from '../../machines/order/order.types.ts';
import { contentsOf, isInTitle } from '../../src/views/order/order-contents.ts';

const item = (more: Partial<Item>): Item => ({
  itemId: 'g',
  packageId: 'g',
  title: '60 Gems',
  titles: {},
  price: { minor: 99, currency: 'USD' },
  epointPrice: 99,
  rebatePercent: null,
  gift: null,
  quantity: 60,
  credit: null,
  art: 'gems-1',
  ...more,
});

test('base, rebate and gift of an item (RCHG-19)', () => {
  const gift = { title: 'Key', titles: {}, quantity: 2 };
  expect(contentsOf(item({ quantity: 328, rebatePercent: 10, gift }))).toEqual({
    base: 328,
    bonus: 32,
    sum: 360,
    rebatePercent: 10,
    gift,
  });
  expect(contentsOf(item({}))).toEqual({ base: 60, bonus: null, sum: 60, rebatePercent: null, gift: null });
  expect(contentsOf(item({ quantity: null, rebatePercent: 5 }))).toEqual({
    base: null,
    bonus: null,
    sum: null,
    rebatePercent: 5,
    gift: null,
  });
});

test('base and bonus add up to the sum in whole units for every rebate (RCHG-19)', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 1, max: 1_000 }),
      (quantity, rebatePercent) => {
        const { base, bonus, sum } = contentsOf(item({ quantity, rebatePercent }));
        expect(Number.isSafeInteger(bonus)).toBe(true);
        expect((base ?? 0) + (bonus ?? 0)).toBe(sum);
        expect((bonus ?? 0) * 100).toBeLessThanOrEqual(quantity * rebatePercent);
        expect(((bonus ?? 0) + 1) * 100).toBeGreaterThan(quantity * rebatePercent);
      },
    ),
  );
});

test('an amount that the title names is not repeated beside it', () => {
  for (const title of ['3,280 Star Gems', '3.280 Sternjuwelen', '3\u202f280 gemmes', '星之宝石 3280 颗'])
    expect(isInTitle(title, 3_280), title).toBe(true);
  for (const title of ['Star Gems', '328 Star Gems', 'Pack 3 of 280', 'Pass 2, 80 days'])
    expect(isInTitle(title, 3_280), title).toBe(false);
});
