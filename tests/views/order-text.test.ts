import { expect, test } from 'vitest';
import type { LocaleTag } from '../../src/contract/locales.ts';
import { countedTitle } from '../../src/i18n/item-text.ts';
import { recordTitle } from '../../src/views/order/order-text.ts';
import { recordOf } from '../support/machines/orders.ts';

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
