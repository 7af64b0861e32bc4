import { LOCALE_TAGS } from '../../contract/locales.ts';

/** A number or a time, which a spreadsheet may read as one. Every other cell stays the text that it is. */
export type CsvCell = string | { readonly value: string };

/**
 * What begins a formula, a quoted formula, an error or text, or white space and invisible signs, which a spreadsheet may skip; after
 * compatibility forms such as ＝ are replaced.
 */
const MARKED = /^[=+\-\u2212@|"'#%\s\p{C}\p{Z}\u115f\u1160\u3164\uffa0\u2800]/u;
/** A formula after a sign that separates cells in another spreadsheet. */
const INNER_FORMULA = /([,;|\t\r\n][\s\p{C}\p{Z}\u115f\u1160\u3164\uffa0\u2800"]*)(?=[=+\-@＝＋－＠﹢﹣﹦﹫\u2212])/gu;

const BOOLEANS = ['true', 'false', 'wahr', 'falsch'];
/** `1E5`, `12a`: one letter makes the text a number or a time. */
const NUMBER_WITH_LETTER = /^\p{N}[\p{N}.,: ]*(?:[ed][+-]?\p{N}+|[ap])$/iu;
/** Words of times and currencies. */
const NUMBER_WORDS = 't z am pm us usd eur cny rmb jpy krw thb twd nt hk hkd vnd đ gbp kr chf 元 円 圆 圓 원 บาท'.split(
  ' ',
);

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];

/** The words of dates in every language of the portal, because a spreadsheet reads dates in the language of its owner. */
const dateWords = (): readonly string[] =>
  LOCALE_TAGS.flatMap((tag) => {
    const formats = [
      new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'short', hour12: true }),
      new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }),
      new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short' }),
    ];
    const dates = Array.from({ length: 12 }, (_, month) => new Date(2024, month, month + 1, month * 2));
    return formats.flatMap((format) => dates.flatMap((date) => wordsOf(format.format(date))));
  });

let known: ReadonlySet<string> | null = null;

/** Whether a spreadsheet may read the text as a number, a date, a time, an amount or a truth value, and write it differently. */
const isConverted = (text: string): boolean => {
  if (BOOLEANS.includes(text.toLowerCase().trim())) return true;
  if (NUMBER_WITH_LETTER.test(text.trim())) return true;
  if (!/\p{N}/u.test(text)) return false;
  known ??= new Set([...NUMBER_WORDS, ...dateWords()]);
  const words = known;
  return wordsOf(text).every((word) => words.has(word));
};

/**
 * The text with an apostrophe before it, if a spreadsheet would not keep it as text. Excel and LibreOffice show the apostrophe; without it
 * 2022072512345928259 becomes 2022072512345920000. A text that starts with an apostrophe gets another one, so a program can remove it.
 */
const asText = (text: string): string => {
  const safe = text.replace(INNER_FORMULA, "$1'");
  const folded = safe.normalize('NFKC');
  return MARKED.test(safe) || MARKED.test(folded) || isConverted(folded) ? `'${safe}` : safe;
};

const cell = (content: CsvCell): string => {
  const text = typeof content === 'string' ? asText(content) : content.value;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** RFC 4180 with a byte order mark, so that spreadsheets read it as UTF-8. `separator`: a semicolon where decimals have a comma. */
export const csvText = (rows: readonly (readonly CsvCell[])[], separator: ',' | ';' = ','): string =>
  `\ufeff${rows.map((row) => row.map(cell).join(separator)).join('\r\n')}\r\n`;
