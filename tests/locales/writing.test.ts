import { describe, expect, test } from 'vitest';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';
import { brand } from '../support/brand.ts';
import { localeFiles, SOURCE, type Texts, withoutPlural } from './locale-files.ts';
import { ASIAN, isMistaken, PAIRS, TRANSLATIONS } from './locale-rules.ts';
import { serverTextsOf } from './server-texts.ts';

const none: Texts = new Map();
const textsOf = (tag: string): Texts => localeFiles.get(tag) ?? none;
const found = (tag: string, pattern: RegExp): [string, string][] =>
  [...textsOf(tag)].filter(([, text]) => pattern.test(text));

/** Latin words that are correct in a text of another script: names, and abbreviations that the language itself uses. */
const LATIN_NAMES =
  /\{\{[^}]+\}\}|Facebook|Google|Apple|App Store|E\sPoints?|EP\b|UID|ID\b|QR(?: Code)?|OK|PayPal|USD?|CSV|iOS|Android|PC\b|UTC|SMS|JavaScript|E(?=\s?[點点])|E(?=ポイント|포인트)/g;

/** Messages that are sentences, not headings. */
const SENTENCE_KEYS = /^(?:errors:|notices:(?!copied$)|\w+:problem\.)/;

describe.each(TRANSLATIONS)('%s', (tag, { script, sentenceEnd, never, neverInPortal }) => {
  const portal = [...textsOf(tag)];
  const server = serverTextsOf(tag);

  test('every text is in the script of the language (I18N-01, I18N-05)', () => {
    const isForeign = (letter: string): boolean =>
      ASIAN.test(letter) && letter !== 'ー' && (script === 'latin' || !script.test(letter));
    expect([...portal, ...server].filter(([, text]) => [...text].some(isForeign))).toEqual([]);
    const latin = portal.filter(([, text]) =>
      /[A-Za-z]/.test(text.replaceAll(brand.name, '').replace(LATIN_NAMES, '')),
    );
    if (script !== 'latin') expect(latin).toEqual([]);
  });

  test.each(Object.entries(never))('no text has %s (I18N-01, I18N-05)', (_, mistake) => {
    expect([...portal, ...server].filter(([, text]) => isMistaken(mistake, text))).toEqual([]);
  });

  test.each(Object.entries(neverInPortal))('no text of the portal has %s (I18N-01)', (_, mistake) => {
    expect(portal.filter(([, text]) => isMistaken(mistake, text))).toEqual([]);
  });

  if (sentenceEnd)
    test('an error and a notice end with a mark (I18N-01)', () => {
      const sentences = portal.filter(([key]) => SENTENCE_KEYS.test(key));
      expect(sentences.length).toBeGreaterThan(50);
      expect(sentences.filter(([, text]) => !sentenceEnd.test(text))).toEqual([]);
    });

  test('the name of the balance stays on one line', () => {
    expect([...portal, ...server].filter(([, text]) => /\bE (?:Points?\b|[点點])/.test(text))).toEqual([]);
  });
});

test.each(LOCALE_TAGS)('%s does not promise when a refund arrives (I18N-01)', (tag) => {
  expect(textsOf(tag).get('order:status.refunded.text')).not.toMatch(/\d/);
});

test.each(LOCALE_TAGS)('articles in %s name servers as the list does (I18N-05)', (tag) => {
  const text = serverTextsOf(tag)
    .map(([, line]) => line)
    .join('\n');
  for (const name of ['Jade Reef', 'Silver Dune', 'Ember Bay', 'Quiet Cove']) expect(text).toContain(name);
});

const differing = (one: string, other: string): number => {
  const others = textsOf(other);
  const keys = [...textsOf(one).keys()];
  return keys.filter((key) => textsOf(one).get(key) !== others.get(key)).length / keys.length;
};

test('Hong Kong is not a copy of Taiwan, and neither is a script conversion of the mainland (I18N-01)', () => {
  expect(differing('zh-HK', 'zh-TW')).toBeGreaterThan(0.6);
  const toSimplified = new Map(PAIRS.map(([simplified = '', traditional = '']) => [traditional, simplified]));
  const converted = (text: string): string => [...text].map((letter) => toSimplified.get(letter) ?? letter).join('');
  for (const tag of ['zh-TW', 'zh-HK']) {
    const same = [...textsOf(tag)].filter(([key, text]) => converted(text) === textsOf('zh-CN').get(key));
    expect(same.length / textsOf(tag).size).toBeLessThan(0.3);
  }
});

test('the source is plain American English', () => {
  expect(found(SOURCE, /\b(?:colour|favour|cancelled|cheque|organis|recognis|whilst|e-mail)\b/i)).toEqual([]);
  expect(found(SOURCE, ASIAN)).toEqual([]);
});

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}，。、；：！？（）「」～ー]/u;
const MARK = /\p{Mark}/u;

/** The width in Latin letters: an ideograph counts as two, a vowel mark above or below a letter as none. */
const width = (text: string): number =>
  [...text.replace(/\{\{[^}]+\}\}/g, '')].reduce((sum, letter) => {
    if (MARK.test(letter)) return sum;
    return sum + (WIDE.test(letter) ? 2 : 1);
  }, 0);

/** Elements with a fixed width, and how much text fits on the narrowest phone. */
const ELEMENTS: readonly { readonly element: string; readonly most: number; readonly keys: RegExp }[] = [
  { element: 'a tab', most: 12, keys: /^portal:frame\.(?:home|recharge|account)$/ },
  { element: 'a chip', most: 26, keys: /^order:status\.\w+\.label$|^recharge:recipient\.maintenance$/ },
  { element: 'a link beside a title', most: 12, keys: /^recharge:step\.change$/ },
  { element: 'half a row of buttons', most: 22, keys: /^payment:awaiting\.(?:completed|checking|later)$/ },
  { element: 'the banner', most: 16, keys: /^payment:banner\.continue$/ },
  {
    element: 'a button',
    most: 38,
    keys: /^(?:order|payment):action\.|^portal:home\.(?:topUp|redeem)$|\.retry$|^session:(?:login\.submit|logout\.login)$/,
  },
  { element: 'a switch', most: 16, keys: /^portal:menu\.(?:system|light|dark)$/ },
];

describe.each([...localeFiles])('%s (I18N-01)', (_, texts) => {
  test.each(ELEMENTS)('every text fits $element', ({ most, keys }) => {
    const here = [...texts].filter(([key]) => keys.test(key));
    expect(here.length).toBeGreaterThan(0);
    expect(here.filter(([, text]) => width(text) > most)).toEqual([]);
  });

  test('no text is much longer than its source', () => {
    const source = localeFiles.get(SOURCE);
    const long = [...texts].filter(([key, text]) => {
      const english = source?.get(key) ?? source?.get(`${withoutPlural(key)}_other`) ?? '';
      return width(text) > Math.max(width(english) * 1.8, width(english) + 24);
    });
    expect(long).toEqual([]);
  });
});
