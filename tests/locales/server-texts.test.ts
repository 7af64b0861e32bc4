import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../src/contract/locales.ts';
import { type ServerText, serverTextsOf } from './server-texts.ts';
import {
  FOREIGN_WORDS,
  hasForeignLetter,
  INFORMAL_GERMAN,
  REPLACED_TERMS,
  RUN_ON_THAI,
  SIMPLIFIED,
  TRADITIONAL,
  WRONG_PERCENT,
} from './writing-rules.ts';

const found = (tag: string, pattern: RegExp): readonly ServerText[] =>
  serverTextsOf(tag).filter(([, text]) => pattern.test(text));

const keysOf = (tag: string): readonly string[] =>
  Object.keys(JSON.parse(readFileSync(`server/texts/${tag}.json`, 'utf8')));

describe.each(Object.keys(LOCALES))('I18N-05 · server texts in %s', (tag) => {
  test('exist wherever English does, in their own script', () => {
    expect(keysOf(tag)).toEqual(keysOf('en-US'));
    expect(serverTextsOf(tag).length).toBeGreaterThan(80);
    expect(serverTextsOf(tag).length).toBe(serverTextsOf('en-US').length);
    const silent = (own: string) => serverTextsOf(own).filter(([, text]) => text.trim() === '').length;
    expect(silent(tag)).toBe(silent('en-US'));
    expect(serverTextsOf(tag).filter(([, text]) => hasForeignLetter(tag, text))).toEqual([]);
  });

  test('use the words of the market', () => {
    const words = FOREIGN_WORDS[tag];
    expect(words ? found(tag, words) : []).toEqual([]);
    for (const rule of [REPLACED_TERMS[tag], WRONG_PERCENT[tag]]) expect(rule ? found(tag, rule) : []).toEqual([]);
  });
});

test('I18N-05 · Taiwan and Hong Kong use traditional characters, the mainland simplified ones; Germans are addressed formally', () => {
  expect(found('zh-TW', SIMPLIFIED)).toEqual([]);
  expect(found('zh-HK', SIMPLIFIED)).toEqual([]);
  expect(found('zh-CN', TRADITIONAL)).toEqual([]);
  expect(found('de-DE', INFORMAL_GERMAN)).toEqual([]);
});

test('I18N-05 · th-TH · a sentence does not run into the next one', () => {
  expect(found('th-TH', RUN_ON_THAI)).toEqual([]);
});
