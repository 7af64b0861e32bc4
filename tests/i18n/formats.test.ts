import dayjs from 'dayjs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { formatDateTime } from '../../src/i18n/date-format.ts';
import { formatEPoints, formatNumber, formatUsd } from '../../src/i18n/formats.ts';
import { itemTitle } from '../../src/i18n/item-text.ts';

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

describe('amounts and numbers follow the language (I18N-03)', () => {
  test.each([
    ['en-US', 499, 'US$4.99'],
    ['en-US', 123_456_789, 'US$1,234,567.89'],
    ['de-DE', 123_456, '1.234,56 US$'],
    ['zh-CN', 499, 'US$4.99'],
    ['ja-JP', 100, 'US$1.00'],
    ['vi-VN', 499, '4,99 US$'],
    ['ko-KR', 999_999_999, 'US$9,999,999.99'],
    ['th-TH', 5, 'US$0.05'],
  ])('%s: %i cents → %s', (locale, minor, expected) => {
    expect(plain(formatUsd(minor, locale))).toBe(expected);
  });

  test('E Points have the same unit in every language', () => {
    expect(plain(formatEPoints(12_480, 'en-US'))).toBe('12,480 EP');
    expect(plain(formatEPoints(12_480, 'de-DE'))).toBe('12.480 EP');
    expect(formatNumber(1_000_000, 'zh-CN')).toBe('1,000,000');
  });

  test.each(LOCALE_TAGS)('%s: a number is written as its number format writes it', (locale) => {
    const format = new Intl.NumberFormat(locale);
    for (let value = -1; value <= 1_001; value += 1) expect(formatNumber(value, locale)).toBe(format.format(value));
    expect(formatNumber(0.5, locale)).toBe(format.format(0.5));
  });
});

describe('dates', () => {
  beforeAll(() => void vi.stubEnv('TZ', 'UTC'));
  afterAll(() => void vi.unstubAllEnvs());
  const at = Date.UTC(2025, 10, 21, 19, 5, 0);

  test('the date library formats Chinese (I18N-06)', () => {
    expect(dayjs.locale()).toBe('zh-cn');
    expect(dayjs(at).format('LL')).toBe('2025年11月21日');
  });

  test.each([
    ['en-US', 'Nov 21, 2025, 7:05 PM UTC'],
    ['zh-CN', '2025年11月21日 19:05 UTC'],
    ['zh-TW', '2025年11月21日 19:05 UTC'],
    ['zh-HK', '2025年11月21日 19:05 UTC'],
    ['de-DE', '21. Nov. 2025, 19:05 UTC'],
    ['ja-JP', '2025年11月21日 19:05 UTC'],
    ['th-TH', '21 พ.ย. 2025 เวลา 19:05 UTC'],
    ['vi-VN', '21/11/2025 19:05 UTC'],
    ['ko-KR', '2025년 11월 21일 오후 7:05 UTC'],
    ['xx', 'Nov 21, 2025, 7:05 PM UTC'],
  ])('a date for a player is written in the language of the page: %s (I18N-06, I18N-03)', (locale, expected) => {
    expect(formatDateTime(at, locale)).toBe(expected);
  });

  test('the time zone of the device is named', () => {
    vi.stubEnv('TZ', 'Asia/Shanghai');
    expect(formatDateTime(at, 'en-US')).toBe('Nov 22, 2025, 3:05 AM GMT+8');
    vi.stubEnv('TZ', 'UTC');
  });
});

test('an item name is in the language of the page, or else the source text (I18N-05)', () => {
  const item = { title: 'Gems', titles: { 'de-DE': 'Juwelen', 'zh-CN': '' } };
  expect(itemTitle(item, 'de-DE')).toBe('Juwelen');
  expect(itemTitle(item, 'ja-JP')).toBe('Gems');
  expect(itemTitle(item, 'zh-CN')).toBe('Gems');
});
