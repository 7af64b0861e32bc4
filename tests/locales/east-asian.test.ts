import { expect, test } from 'vitest';
import {
  BANNED_TERMS,
  BLUNT_REQUEST,
  DOUBLE_PLUS,
  FULL_STOP,
  hasWrongParticle,
  LATIN_SPACING,
  OPEN_END,
  SENTENCE_KEYS,
  WRITTEN_AMOUNT,
} from './east-asian-rules.ts';
import { localeFiles, type Texts } from './locale-files.ts';

const none: Texts = new Map();
const textsOf = (tag: string): Texts => localeFiles.get(tag) ?? none;
const found = (tag: string, pattern: RegExp): [string, string][] =>
  [...textsOf(tag)].filter(([, text]) => pattern.test(text));

test.each(Object.entries(BANNED_TERMS))('I18N-01 · %s has no misleading or replaced term', (tag, terms) => {
  expect(found(tag, terms)).toEqual([]);
});

test.each(Object.keys(BANNED_TERMS))('I18N-01 · %s writes no amount, and no second plus before a percentage', (tag) => {
  expect(found(tag, WRITTEN_AMOUNT)).toEqual([]);
  expect(found(tag, DOUBLE_PLUS)).toEqual([]);
});

test.each(Object.entries(OPEN_END))('I18N-01 · %s ends the last of several sentences', (tag, openEnd) => {
  expect(found(tag, openEnd)).toEqual([]);
});

test.each(Object.keys(OPEN_END))('I18N-01 · %s ends an error and a notice with a full stop', (tag) => {
  const sentences = [...textsOf(tag)].filter(([key]) => SENTENCE_KEYS.test(key));
  expect(sentences.length).toBeGreaterThan(50);
  expect(sentences.filter(([, text]) => !FULL_STOP.test(text))).toEqual([]);
});

test.each(Object.entries(LATIN_SPACING))('I18N-01 · %s spaces Latin letters as its market does', (tag, spacing) => {
  expect(found(tag, spacing)).toEqual([]);
});

test('I18N-01 · ko-KR has the right particle after every value, and polite requests', () => {
  expect([...textsOf('ko-KR')].filter(([, text]) => hasWrongParticle(text))).toEqual([]);
  expect(found('ko-KR', BLUNT_REQUEST)).toEqual([]);
});
