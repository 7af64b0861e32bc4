/**
 * The accepted forms of each type on the wire. Every function returns undefined for a value that does not have exactly one meaning:
 * nothing is rounded to another price, and no time zone is guessed.
 */

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Full-width and other compatibility characters in their plain form, without outer spaces. */
const plain = (text: string): string => text.normalize('NFKC').replaceAll('\u2212', '-').trim();

const MOST_CENTS = 99_999_999_999;
/** The error of sums and products of doubles. A price has no digits there. */
const FLOAT_ERROR = 1e-6;

const toCents = (amount: number): number | undefined => {
  const cents = Math.round(amount * 100);
  const isExact = Math.abs(amount - cents / 100) < FLOAT_ERROR || Math.fround(cents / 100) === amount;
  return isExact && amount >= 0 && cents <= MOST_CENTS ? cents : undefined;
};

const CURRENCY = /^(?:US\s?\$|USD|\$)\s?|\s?(?:US\$|USD|\$)$/gi;
const GROUPED = /^\d{1,3}(?:([,.'’ ])\d{3})(?:\1\d{3})*(?:([.,])(\d*))?$/;
const DECIMAL = /^(\d*)(?:([.,])(\d*))?$/;

const withoutGroups = (text: string): string | undefined => {
  const groups = GROUPED.exec(text);
  if (!groups) return text;
  const [, group = '', separator] = groups;
  const count = text.split(group).length - 1;
  if (separator === undefined) {
    // "4.990" is a decimal with a zero; "1,234" is a thousand or a decimal.
    if (group === '.' && count === 1) return text;
    if (group === ',' && count === 1) return undefined;
    return text.replaceAll(group, '');
  }
  return separator === group ? undefined : text.replaceAll(group, '');
};

/** US dollars to cents: `4.99`, `"4.99"`, `".99"`, `"4,99"`, `"1,234.50"`, `"$4.99"`, `"4.99 USD"`, and the tail of a float. */
export const centsIn = (value: unknown): number | undefined => {
  if (typeof value === 'number') return toCents(value);
  if (typeof value !== 'string') return undefined;
  const text = plain(value).replaceAll(CURRENCY, '').replace(/^\+/, '');
  if (/^\d+(?:\.\d+)?e[+-]?\d{1,2}$/i.test(text)) return toCents(Number(text));
  const digits = withoutGroups(text);
  const decimal = digits === undefined || !/\d/.test(digits) ? null : DECIMAL.exec(digits);
  if (!decimal) return undefined;
  const [, whole = '', separator, fraction = ''] = decimal;
  if (whole.length > 9) return undefined;
  // Three digits after a comma may be thousands, unless the whole part is empty.
  if (separator === ',' && fraction.length === 3 && whole !== '') return undefined;
  if (/^\d{0,2}0*$/.test(fraction)) return Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  return fraction.length > 5 ? toCents(Number(`${whole}.${fraction}`)) : undefined;
};

/** `12`, `"12"`, `"12.0"`, `" 12 "`, `"+12"`, `"1,234"`. Only safe integers. */
export const integerIn = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 0 : undefined;
  if (typeof value !== 'string') return undefined;
  const text = plain(value);
  const digits = /^[+-]?\d{1,3}(?:,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text;
  if (!/^[+-]?\d+(?:\.0*)?$/.test(digits)) return undefined;
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number + 0 : undefined;
};

const SECONDS_TO_3000 = 32_503_680_000;
const YEAR_2000_MS = 946_684_800_000;
const YEAR_2100_MS = 4_102_444_800_000;

/** A day written as a number: 20261128. As seconds, it would be a day in 1970. */
const isCalendarDay = (number: number): boolean => number >= 19_700_101 && number <= 21_001_231;

/** Seconds, milliseconds, microseconds or nanoseconds since 1970, which differ by their size, to milliseconds. */
const instantOf = (number: number): number | undefined => {
  if (!(number >= 0) || isCalendarDay(number)) return undefined;
  if (number <= SECONDS_TO_3000) return Math.round(number * 1_000);
  return [1, 1_000, 1_000_000]
    .map((factor) => Math.round(number / factor))
    .find((ms) => ms >= YEAR_2000_MS && ms <= YEAR_2100_MS);
};

const ZONED = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)\s?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)$/i;
const RFC_2822 = /^(?:\w{3}, )?\d{1,2} \w{3} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC|Z|[+-]\d{4})$/i;

const zonedInstant = (text: string): number | undefined => {
  const parts = ZONED.exec(text);
  const [, day = '', time = '', zone = ''] = parts ?? [];
  const offset = /^[+-]/.test(zone) ? `${zone.replace(':', '')}00`.replace(/^(.\d\d)(\d\d).*/, '$1:$2') : 'Z';
  const seconds = time.replace(',', '.').replace(/(\.\d{3})\d+/, '$1');
  const ms = Date.parse(parts ? `${day}T${seconds}${offset}` : RFC_2822.test(text) ? text : '');
  return ms >= 0 ? ms : undefined;
};

/**
 * A point in time to epoch milliseconds: seconds, also with a fraction or as text, ms, µs, ns, `/Date(…)/`, ISO 8601 and RFC 2822 with a
 * zone. A text without a zone is refused: by its hours, a new order could pass for an old one.
 */
export const instantIn = (value: unknown): number | undefined => {
  if (typeof value === 'number') return instantOf(value);
  if (typeof value !== 'string') return undefined;
  const text = plain(value).replace(/^\/Date\((\d+)(?:[+-]\d{4})?\)\/$/, '$1');
  return /^\d+(?:[.,]\d*)?$/.test(text) ? instantOf(Number(text.replace(',', '.'))) : zonedInstant(text);
};

const LONGEST_ID = 128;

/** Text, unchanged, or an integer. A number beyond 2^53 has lost digits, unless the body was read with them (`parseJson`). */
export const idIn = (value: unknown): string | undefined => {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' && text.length <= LONGEST_ID ? text : undefined;
};

const LONGEST_TEXT = 2_000;

/** Text of any length, cut to what a page can show, or a number. */
export const textIn = (value: unknown): string | undefined => {
  const text = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  return text.length > LONGEST_TEXT ? [...text.slice(0, LONGEST_TEXT)].slice(0, -1).join('') : text;
};

const YES = new Set(['true', '1', 'yes', 'y', 'on']);
const NO = new Set(['false', '0', 'no', 'n', 'off']);

/** `true`, `1`, `"1"`, `"true"`, `"yes"`, `"on"` and their opposites. */
export const flagIn = (value: unknown): boolean | undefined => {
  if (typeof value === 'object') return undefined;
  const text = String(value).trim().toLowerCase();
  if (YES.has(text)) return true;
  return NO.has(text) ? false : undefined;
};

/** The names under which APIs put a list one level deeper. */
const CONTAINERS = ['list', 'rows', 'items', 'records', 'data', 'content', 'result'] as const;
const DEEPEST_LIST = 3;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * A list; nothing at all, which is an empty list; an object with numbers or ids as keys; a list one level deeper (`{ "list": […] }`); a
 * list as JSON text; or one entry without a list, which `isEntry` recognizes.
 */
export const listIn = (
  value: unknown,
  isEntry: (candidate: unknown) => boolean,
  depth = DEEPEST_LIST,
): readonly unknown[] | undefined => {
  if (value === undefined || value === null || value === '' || value === false) return [];
  if (Array.isArray(value)) return value;
  if (depth === 0) return undefined;
  if (typeof value === 'string') return /^\s*[[{]/.test(value) ? listIn(parsed(value), isEntry, depth - 1) : undefined;
  if (!isObject(value)) return undefined;
  if (isEntry(value)) return [value];
  const container = CONTAINERS.find((name) => Object.hasOwn(value, name));
  if (container) return listIn(value[container], isEntry, depth - 1);
  const entries = Object.values(value);
  return entries.every(isObject) ? entries : undefined;
};

const BIG_INTEGER = /^-?\d{16,}$/;
const JSON_TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** Parses JSON and keeps the digits of integers beyond 2^53, as text. A byte order mark is ignored. Undefined for anything but JSON. */
export const parseJson = (text: string): unknown => {
  const json = text.replace(/^\uFEFF+/, '');
  if (!/\d{16}/.test(json)) return parsed(json);
  return parsed(
    json.replaceAll(JSON_TOKEN, (token) =>
      BIG_INTEGER.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
    ),
  );
};
