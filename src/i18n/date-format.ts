import dayjs from 'dayjs';
import 'dayjs/locale/de.js';
import 'dayjs/locale/ja.js';
import 'dayjs/locale/ko.js';
import 'dayjs/locale/th.js';
import 'dayjs/locale/vi.js';
import 'dayjs/locale/zh-cn.js';
import 'dayjs/locale/zh-hk.js';
import 'dayjs/locale/zh-tw.js';
import buddhistEra from 'dayjs/plugin/buddhistEra.js';
import localizedFormat from 'dayjs/plugin/localizedFormat.js';
import { isLocale, type LocaleTag } from '../contract/locales.ts';
import { zoneText } from './zone-text.ts';

dayjs.extend(buddhistEra);
dayjs.extend(localizedFormat);
// The default of the specification; texts for players pass their locale.
dayjs.locale('zh-cn');

type DateFormats = {
  /** A name that dayjs does not know would silently mean Chinese. */
  readonly locale: string;
  /** A day in a few letters, as lists show it. */
  readonly day: string;
  /** The same below the name of its month and year. */
  readonly yearless: string;
  readonly time: string;
  readonly between: ', ' | ' ';
  /** A day in words. */
  readonly date: string;
};

const EAST_ASIAN = { day: 'll', yearless: 'M月D日', time: 'HH:mm', between: ' ', date: 'LL' } as const;

/** English and German put a comma before the time. Thailand counts the years of the Buddha. */
const FORMATS: Readonly<Record<LocaleTag, DateFormats>> = {
  'en-US': { locale: 'en', day: 'll', yearless: 'MMM D', time: 'LT', between: ', ', date: 'LL' },
  'zh-CN': { ...EAST_ASIAN, locale: 'zh-cn', day: 'YYYY-MM-DD', yearless: 'MM-DD' },
  'zh-TW': { ...EAST_ASIAN, locale: 'zh-tw' },
  'zh-HK': { ...EAST_ASIAN, locale: 'zh-hk' },
  'th-TH': { locale: 'th', day: 'D MMM BBBB', yearless: 'D MMM', time: 'HH:mm น.', between: ' ', date: 'D MMMM BBBB' },
  'ja-JP': { ...EAST_ASIAN, locale: 'ja' },
  'vi-VN': { locale: 'vi', day: 'L', yearless: 'DD/MM', time: 'HH:mm', between: ' ', date: 'LL' },
  'ko-KR': { locale: 'ko', day: 'YYYY.MM.DD', yearless: 'MM.DD', time: 'HH:mm', between: ' ', date: 'LL' },
  'de-DE': { locale: 'de', day: 'll', yearless: 'D. MMM', time: 'HH:mm', between: ', ', date: 'LL' },
};

const tagOf = (locale: string): LocaleTag => (isLocale(locale) ? locale : 'en-US');
const written = (ms: number, tag: LocaleTag, format: string): string =>
  dayjs(ms).locale(FORMATS[tag].locale).format(format).replaceAll(' ', '\u00a0');

const todayText = (tag: LocaleTag): string => {
  const text = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(0, 'day');
  return text.charAt(0).toLocaleUpperCase(tag) + text.slice(1);
};

/**
 * Epoch ms → date and time in the player's time zone: "Nov 21, 2025, 7:42 AM"; "Today, 7:42 AM" on the day of `now`; `yearless`:
 * "Nov 21, 7:42 AM". It breaks between the two only.
 */
export const formatDateTime = (ms: number, locale: string, now: number, style: 'day' | 'yearless' = 'day'): string => {
  const tag = tagOf(locale);
  const { time, between, [style]: day } = FORMATS[tag];
  const date = dayjs(ms).isSame(now, 'day') ? todayText(tag) : written(ms, tag, day);
  return `${date}${between}${written(ms, tag, time)}`;
};

/** Epoch ms → date and time with their zone, for a receipt: "Nov 21, 2025, 7:42 AM UTC". */
export const formatZonedTime = (ms: number, locale: string): string => {
  const tag = tagOf(locale);
  const { day, time, between } = FORMATS[tag];
  return `${written(ms, tag, day)}${between}${written(ms, tag, time)} ${zoneText(tag, ms)}`;
};

/** Epoch ms → the day in the player's time zone: "November 21, 2025". */
export const formatDay = (ms: number, locale: string): string => {
  const tag = tagOf(locale);
  return dayjs(ms).locale(FORMATS[tag].locale).format(FORMATS[tag].date);
};
