import { withoutInvisible, withPlainDigits } from './typed-text.ts';

/**
 * Marks that a script treats as variants of a letter or leaves out: diacritics, Arabic and Hebrew vowel points, the Arabic stretch. Other
 * marks make another letter: Thai and Devanagari vowels, the Japanese dakuten.
 */
const VARIANT_MARKS =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g;

/** Letters that people type another way and that Unicode does not decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  '’': "'",
  '‘': "'",
  '‐': '-',
  '–': '-',
  '—': '-',
  '−': '-',
};

/** For comparison only: without case, width, compatibility forms, variant marks and invisible signs. */
export const folded = (text: string): string =>
  withPlainDigits(withoutInvisible(text.normalize('NFKD').replace(VARIANT_MARKS, '')))
    .toLowerCase()
    .replace(VARIANT_MARKS, '')
    .replace(/.[\u3099\u309a]/gu, (kana) => kana.normalize('NFC'))
    .replace(/[đðłøßæœıþħŧŋςىیکة’‘‐–—−]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
