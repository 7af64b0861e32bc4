import dayjs from 'dayjs';
import 'dayjs/locale/de.js';
import 'dayjs/locale/ja.js';
import 'dayjs/locale/ko.js';
import 'dayjs/locale/th.js';
import 'dayjs/locale/vi.js';
import 'dayjs/locale/zh-cn.js';
import 'dayjs/locale/zh-hk.js';
import 'dayjs/locale/zh-tw.js';
import localizedFormat from 'dayjs/plugin/localizedFormat.js';
import { isLocale, type LocaleTag } from '../contract/locales.ts';

dayjs.extend(localizedFormat);
// The default of the specification; texts for players pass their locale.
dayjs.locale('zh-cn');

const DATE_LOCALES: Readonly<Record<LocaleTag, string>> = {
  'en-US': 'en',
  'zh-CN': 'zh-cn',
  'zh-TW': 'zh-tw',
  'zh-HK': 'zh-hk',
  'th-TH': 'th',
  'ja-JP': 'ja',
  'vi-VN': 'vi',
  'ko-KR': 'ko',
  'de-DE': 'de',
};

const zoneName = (ms: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZoneName: 'short' })
    .formatToParts(ms)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

const inLocale = (ms: number, locale: string) => dayjs(ms).locale(isLocale(locale) ? DATE_LOCALES[locale] : 'en');

/**
 * English and German put a comma before the time. Vietnam writes 21/11/2025; the short month of the date library,
 * "21 Th11 2025", is not used there.
 */
const DATE_TIME_FORMATS: Partial<Readonly<Record<LocaleTag, string>>> = {
  'en-US': 'll, LT',
  'de-DE': 'll, LT',
  'vi-VN': 'L LT',
};
const dateTimeFormat = (locale: string): string => DATE_TIME_FORMATS[isLocale(locale) ? locale : 'en-US'] ?? 'lll';

/** Epoch ms → date and time in the player's time zone: "Nov 21, 2025, 7:42 AM UTC". */
export const formatDateTime = (ms: number, locale: string): string =>
  `${inLocale(ms, locale).format(dateTimeFormat(locale))} ${zoneName(ms, locale)}`;

/** Epoch ms → the day in the player's time zone: "November 21, 2025". */
export const formatDay = (ms: number, locale: string): string => inLocale(ms, locale).format('LL');
