import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../src/contract/locales.ts';
import { localeFiles, SOURCE, type Texts } from './locale-files.ts';
import {
  ASIAN,
  COMMA_SPLICE,
  FOREIGN_WORDS,
  hasForeignLetter,
  INFORMAL_GERMAN,
  OPEN_ENDED,
  PAIRS,
  REPLACED_TERMS,
  RUN_ON_THAI,
  SCRIPTS,
  SIMPLIFIED,
  TRADITIONAL,
  TYPEWRITER_MARK,
  WRITTEN_AMOUNT,
  WRONG_PERCENT,
} from './writing-rules.ts';

const none: Texts = new Map();
const textsOf = (tag: string): Texts => localeFiles.get(tag) ?? none;
const found = (tag: string, pattern: RegExp): [string, string][] =>
  [...textsOf(tag)].filter(([, text]) => pattern.test(text));

/** Latin words that are correct in a text of another script: names, and abbreviations that the language itself uses. */
const LATIN_NAMES =
  /\{\{[^}]+\}\}|Aurora Gate|Facebook|Google|Apple|App Store|E\sPoints?|EP\b|UID|ID\b|QR(?: Code)?|OK|PayPal|USD?|CSV|iOS|Android|PC\b|UTC|SMS|JavaScript|E(?=\s?[點点])|E(?=ポイント|포인트)/g;

describe.each(SCRIPTS)('I18N-01 · %s is written in its own script', (tag) => {
  test('no foreign word is left', () => {
    const latin = [...textsOf(tag)].filter(([, text]) => /[A-Za-z]/.test(text.replace(LATIN_NAMES, '')));
    expect(latin).toEqual([]);
  });

  test('no letter is from another Asian script', () => {
    expect([...textsOf(tag)].filter(([, text]) => hasForeignLetter(tag, text))).toEqual([]);
  });
});

test.each(['en-US', 'de-DE', 'vi-VN'])('I18N-01 · %s is written in Latin letters', (tag) => {
  expect(found(tag, ASIAN)).toEqual([]);
});

test('I18N-01 · Taiwan and Hong Kong use traditional characters, the mainland simplified ones', () => {
  expect(found('zh-TW', SIMPLIFIED)).toEqual([]);
  expect(found('zh-HK', SIMPLIFIED)).toEqual([]);
  expect(found('zh-CN', TRADITIONAL)).toEqual([]);
});

test.each(['zh-CN', 'zh-TW', 'zh-HK', 'ja-JP'])('I18N-01 · %s has its own punctuation', (tag) => {
  expect(found(tag, TYPEWRITER_MARK)).toEqual([]);
});

test.each(Object.entries(FOREIGN_WORDS))('I18N-01 · %s uses the words and the tone of its market', (tag, words) => {
  expect(found(tag, words)).toEqual([]);
});

test('I18N-01 · de-DE · the player is addressed formally', () => {
  expect(found('de-DE', INFORMAL_GERMAN)).toEqual([]);
});

test.each(Object.entries(REPLACED_TERMS))('I18N-01 · %s uses the terms of its glossary', (tag, terms) => {
  expect(found(tag, terms)).toEqual([]);
});

test.each(Object.entries(WRONG_PERCENT))(
  'I18N-01 · %s writes percentages in its own way, and no amounts',
  (tag, percent) => {
    expect(found(tag, percent)).toEqual([]);
    expect(found(tag, WRITTEN_AMOUNT)).toEqual([]);
  },
);

test.each(Object.keys(LOCALES))('I18N-01 · %s does not promise when a refund arrives', (tag) => {
  for (const key of ['order:hint.refunded', 'payment:refunded.text']) expect(textsOf(tag).get(key)).not.toMatch(/\d/);
});

test.each(['de-DE', 'vi-VN'])('I18N-01 · %s ends a sentence with a mark', (tag) => {
  expect(found(tag, OPEN_ENDED)).toEqual([]);
  const messages = [...textsOf(tag)].filter(([key]) => /^errors:|^\w+:problem\./.test(key));
  expect(messages.length).toBeGreaterThan(30);
  expect(messages.filter(([, text]) => !text.endsWith('.'))).toEqual([]);
});

test('I18N-01 · de-DE · a comma does not join two sentences', () => {
  expect(found('de-DE', COMMA_SPLICE)).toEqual([]);
});

test('I18N-01 · th-TH · a sentence does not run into the next one', () => {
  expect(found('th-TH', RUN_ON_THAI)).toEqual([]);
});

test.each(Object.keys(LOCALES).filter((tag) => tag !== SOURCE))(
  '%s · the name of the balance stays on one line',
  (tag) => {
    expect(found(tag, /\bE (?:Points?\b|[点點])/)).toEqual([]);
  },
);

test('de-DE · an ellipsis follows a non-breaking space', () => {
  expect(found('de-DE', /[^\u00a0]…/)).toEqual([]);
});

const differing = (one: string, other: string): number => {
  const others = textsOf(other);
  const keys = [...textsOf(one).keys()];
  return keys.filter((key) => textsOf(one).get(key) !== others.get(key)).length / keys.length;
};

test('I18N-01 · Hong Kong is not a copy of Taiwan, and neither is a script conversion of the mainland', () => {
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
});
