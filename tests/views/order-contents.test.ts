import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ORDER_STATUSES } from '../../machines/order/order.status.ts';
import type { Item } from '../../machines/order/order.types.ts';
import type { LocaleTag } from '../../src/contract/locales.ts';
import { countedTitle } from '../../src/i18n/item-text.ts';
import { againUrl } from '../../src/views/order/again-url.ts';
import { contentsOf, deliveredTitle, partsText, recordTitle } from '../../src/views/order/order-text.ts';
import { choices, recordOf } from '../support/machines/orders.ts';

const item = (more: Partial<Item>): Item => ({ ...choices.item, title: '60 Gems', ...more });

test('bonus and sum of an item (RCHG-19)', () => {
  expect(contentsOf(item({ quantity: 328, rebatePercent: 10 }))).toEqual({ bonus: 32, sum: 360 });
  expect(contentsOf(item({}))).toEqual({ bonus: null, sum: 60 });
  expect(contentsOf(item({ quantity: null, rebatePercent: 5 }))).toEqual({ bonus: null, sum: null });
});

test('quantity and bonus add up to the sum in whole units for every rebate (RCHG-19)', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 1, max: 1_000 }),
      (quantity, rebatePercent) => {
        const { bonus, sum } = contentsOf(item({ quantity, rebatePercent }));
        expect(Number.isSafeInteger(bonus)).toBe(true);
        expect(quantity + (bonus ?? 0)).toBe(sum);
        expect((bonus ?? 0) * 100).toBeLessThanOrEqual(quantity * rebatePercent);
        expect(((bonus ?? 0) + 1) * 100).toBeGreaterThan(quantity * rebatePercent);
      },
    ),
  );
});

test.each([
  ['3,280 Star Gems', 'en-US', '3,772 Star Gems'],
  ['3.280 Sternjuwelen', 'de-DE', '3.772 Sternjuwelen'],
  ['スタージェム3,280個', 'ja-JP', 'スタージェム3,772個'],
  ['3\u202f280 gemmes', 'en-US', '3,772 gemmes'],
  ['星之宝石 3280 颗', 'zh-CN', '星之宝石 3,772 颗'],
])('%s with a bonus is named by its sum', (title, locale, expected) => {
  expect(deliveredTitle(item({ title, quantity: 3_280, rebatePercent: 15 }), locale)).toBe(expected);
  expect(deliveredTitle(item({ title, quantity: 3_280 }), locale)).toBe(title);
});

test.each(['Star Gems', '328 Star Gems', 'Pack 3 of 280', '3,280 Gems for 2 days'])(
  '%s keeps its name, because the quantity is not its only number',
  (title) => {
    expect(deliveredTitle(item({ title, quantity: 3_280, rebatePercent: 15 }), 'en-US')).toBe(title);
  },
);

test('the parts of a sum stay on one line; without a bonus there are none', () => {
  expect(partsText(item({ quantity: 3_280, rebatePercent: 15 }), 'en-US')).toBe('3,280\u00a0+\u00a0492');
  expect(partsText(item({ quantity: 3_280 }), 'en-US')).toBeNull();
  expect(partsText(item({ quantity: null, rebatePercent: 15 }), 'en-US')).toBeNull();
});

test('an order has the same name as the item that was bought, in each language', () => {
  const contents = [
    { title: 'Star Gems', titles: { 'de-DE': 'Sternjuwelen' }, quantity: 3_280 },
    { title: 'Star Gems (+15%)', titles: {}, quantity: 492 },
    { title: 'Lantern', titles: {}, quantity: 2 },
  ];
  const record = recordOf('delivered', {
    itemName: '3,280 Star Gems',
    itemTitles: { 'de-DE': '3.280 Sternjuwelen' },
    contents,
  });
  expect(recordTitle(record, 'de-DE')).toBe('3.772 Sternjuwelen');
  expect(recordTitle(record, 'en-US')).toBe('3,772 Star Gems');
  expect(recordTitle({ ...record, itemTitles: {} }, 'de-DE')).toBe('3.772 Sternjuwelen');
  const box = { title: 'Star Gems Box', titles: {}, quantity: 1 };
  expect(recordTitle({ ...record, contents: [...contents.slice(0, 1), box] }, 'en-US')).toBe('3,280 Star Gems');
  expect(recordTitle({ ...record, contents: contents.slice(0, 1) }, 'en-US')).toBe('3,280 Star Gems');
  expect(recordTitle({ ...record, contents: [] }, 'en-US')).toBe('3,280 Star Gems');
});

const titles = { 'en-US': 'Star Gems', 'th-TH': 'สตาร์เจม', 'de-DE': 'Sternjuwelen', 'ja-JP': '' };
const gems = (quantity: number) =>
  recordOf('delivered', { itemName: '1,980 Star Gems', contents: [{ title: 'Star Gems', titles, quantity }] });

test('the title of an order is its contents in the language of the page (I18N-05)', () => {
  expect(recordTitle(gems(1_980), 'th-TH')).toBe('สตาร์เจม 1,980\u00a0หน่วย');
  expect(recordTitle(gems(1_980), 'de-DE')).toBe('1.980 Sternjuwelen');
  expect(recordTitle(gems(1), 'th-TH')).toBe('สตาร์เจม');
});

test('the item’s name is used in the source language and without contents (I18N-05)', () => {
  expect(recordTitle(gems(1_980), 'en-US')).toBe('1,980 Star Gems');
  expect(recordTitle(gems(1_980), 'ja-JP')).toBe('1,980 Star Gems');
  expect(recordTitle(gems(1_980), 'ko-KR')).toBe('1,980 Star Gems');
  expect(recordTitle(recordOf('delivered', { itemName: 'Gems', contents: [] }), 'th-TH')).toBe('Gems');
});

test.each<[LocaleTag, string, string]>([
  ['en-US', 'Star Gems', '3,280 Star Gems'],
  ['de-DE', 'Sternjuwelen', '3.280 Sternjuwelen'],
  ['ja-JP', 'スタージェム', 'スタージェム3,280個'],
  ['ko-KR', '스타젬', '스타젬 3,280개'],
  ['zh-CN', '星钻', '3,280 星钻'],
  ['vi-VN', 'Ngọc Sao', '3.280 Ngọc Sao'],
  ['th-TH', 'สตาร์เจม', 'สตาร์เจม 3,280\u00a0หน่วย'],
])('%s counts a currency without a multiplication sign', (tag, title, expected) => {
  expect(countedTitle(title, 3_280, tag)).toBe(expected);
});

test('a delivered order is bought again with its server, character, item and method (ORDR-08)', () => {
  expect(againUrl(recordOf('delivered'))).toBe('/main/recharge?server=s1&role=r7&item=g60&method=card&price=99');
  const odd = recordOf('delivered', { itemId: 'a&b=ü' });
  expect(againUrl(odd)).toBe('/main/recharge?server=s1&role=r7&item=a%26b%3D%C3%BC&method=card&price=99');
});

test('a purchase of E Points leads to the E Point recharge (ORDR-08)', () => {
  const record = recordOf('delivered', { orderType: 'epoint', recipient: null, itemId: 'epoint.500' });
  expect(againUrl(record)).toBe('/main/recharge?target=epoint&item=epoint.500&method=card&price=99');
});

test('an order that is not delivered, or whose record lacks a choice, cannot be bought again (ORDR-08)', () => {
  expect(ORDER_STATUSES.filter((status) => againUrl(recordOf(status)) !== null)).toEqual(['delivered']);
  expect(againUrl(recordOf('delivered', { itemId: null }))).toBeNull();
  expect(againUrl(recordOf('delivered', { recipient: null }))).toBeNull();
});
