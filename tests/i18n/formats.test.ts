import dayjs from 'dayjs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { formatDateTime, formatDay, formatZonedTime } from '../../src/i18n/date-format.ts';
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
    ['vi-VN', 499, '4,99 USD'],
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
  const DAY = 24 * 3_600_000;
  const at = Date.UTC(2025, 10, 21, 19, 5, 0);

  test('the date library formats Chinese (I18N-06)', () => {
    expect(dayjs.locale()).toBe('zh-cn');
    expect(dayjs(at).format('LL')).toBe('2025年11月21日');
  });

  test.each([
    ['en-US', 'Nov 21, 2025, 7:05 PM', 'Today, 7:05 PM', 'November 21, 2025'],
    ['zh-CN', '2025-11-21 19:05', '今天 19:05', '2025年11月21日'],
    ['zh-TW', '2025年11月21日 19:05', '今天 19:05', '2025年11月21日'],
    ['zh-HK', '2025年11月21日 19:05', '今日 19:05', '2025年11月21日'],
    ['de-DE', '21. Nov. 2025, 19:05', 'Heute, 19:05', '21. November 2025'],
    ['ja-JP', '2025年11月21日 19:05', '今日 19:05', '2025年11月21日'],
    ['th-TH', '21 พ.ย. 2568 19:05 น.', 'วันนี้ 19:05 น.', '21 พฤศจิกายน 2568'],
    ['vi-VN', '21/11/2025 19:05', 'Hôm nay 19:05', '21 tháng 11 năm 2025'],
    ['ko-KR', '2025.11.21 19:05', '오늘 19:05', '2025년 11월 21일'],
    ['xx', 'Nov 21, 2025, 7:05 PM', 'Today, 7:05 PM', 'November 21, 2025'],
  ])('a date for a player is written as the market of %s writes it (I18N-06, I18N-03)', (locale, full, today, day) => {
    expect(plain(formatDateTime(at, locale, at + DAY))).toBe(full);
    expect(plain(formatDateTime(at, locale, at - DAY))).toBe(full);
    expect(plain(formatDateTime(at, locale, at + 3_600_000))).toBe(today);
    expect(plain(formatZonedTime(at, locale))).toBe(`${full} UTC`);
    expect(formatDay(at, locale)).toBe(day);
    expect(formatDateTime(at, locale, at + DAY).split(' ').length).toBeLessThanOrEqual(2);
  });

  test.each([
    ['en-US', 'Nov 21, 7:05 PM'],
    ['zh-CN', '11-21 19:05'],
    ['zh-TW', '11月21日 19:05'],
    ['de-DE', '21. Nov., 19:05'],
    ['th-TH', '21 พ.ย. 19:05 น.'],
    ['vi-VN', '21/11 19:05'],
    ['ko-KR', '11.21 19:05'],
  ])('below the name of its month a date in %s has no year (I18N-06)', (locale, expected) => {
    expect(plain(formatDateTime(at, locale, at + DAY, 'yearless'))).toBe(expected);
    expect(formatDateTime(at, locale, at, 'yearless')).toBe(formatDateTime(at, locale, at));
  });

  test('the day and the zone are those of the device', () => {
    vi.stubEnv('TZ', 'Asia/Shanghai');
    expect(plain(formatZonedTime(at, 'en-US'))).toBe('Nov 22, 2025, 3:05 AM GMT+8');
    expect(plain(formatDateTime(at, 'en-US', at - 4 * 3_600_000))).toBe('Nov 22, 2025, 3:05 AM');
    expect(plain(formatDateTime(at, 'en-US', at + 4 * 3_600_000))).toBe('Today, 3:05 AM');
    vi.stubEnv('TZ', 'UTC');
  });
});

test('an item name is in the language of the page, or else the source text (I18N-05)', () => {
  const item = { title: 'Gems', titles: { 'de-DE': 'Juwelen', 'zh-CN': '' } };
  expect(itemTitle(item, 'de-DE')).toBe('Juwelen');
  expect(itemTitle(item, 'ja-JP')).toBe('Gems');
  expect(itemTitle(item, 'zh-CN')).toBe('Gems');
});
