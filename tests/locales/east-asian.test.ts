import { expect, test } from 'vitest';
import { BONUS_POINTS, E_POINTS } from '../../server/ledger/point-contents.ts';
import {
  BANNED_TERMS,
  BLUNT_REQUEST,
  BREAKABLE_NAME,
  DOUBLE_PLUS,
  FULL_STOP,
  hasWrongParticle,
  LATIN_SPACING,
  OPEN_END,
  SENTENCE_KEYS,
  WRITTEN_AMOUNT,
} from './east-asian-rules.ts';
import { localeFiles, type Texts } from './locale-files.ts';
import { type ServerText, serverTextsOf } from './server-texts.ts';

const none: Texts = new Map();
const textsOf = (tag: string): Texts => localeFiles.get(tag) ?? none;
const found = (tag: string, pattern: RegExp): [string, string][] =>
  [...textsOf(tag)].filter(([, text]) => pattern.test(text));
const foundOnServer = (tag: string, pattern: RegExp): readonly ServerText[] =>
  serverTextsOf(tag).filter(([, text]) => pattern.test(text));

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

test.each(Object.keys(OPEN_END))('I18N-01 · %s has the same words about a refund everywhere', (tag) => {
  expect(textsOf(tag).get('order:hint.refunded')).toBe(textsOf(tag).get('payment:refunded.text'));
});

test.each(Object.entries(BANNED_TERMS))(
  'I18N-05 · server texts in %s have no misleading or replaced term',
  (tag, terms) => {
    expect(foundOnServer(tag, terms)).toEqual([]);
  },
);

test.each(Object.entries(LATIN_SPACING))(
  'I18N-05 · server texts in %s space Latin letters as the market does',
  (tag, spacing) => {
    expect(foundOnServer(tag, spacing)).toEqual([]);
    const pointNames = [E_POINTS, BONUS_POINTS].map(({ names }) => new Map(Object.entries(names)).get(tag) ?? '');
    expect(foundOnServer(tag, BREAKABLE_NAME)).toEqual([]);
    expect(pointNames.filter((name) => name === '' || BREAKABLE_NAME.test(name))).toEqual([]);
  },
);

test.each(Object.keys(BANNED_TERMS))('I18N-05 · articles in %s name servers as the list does', (tag) => {
  const text = serverTextsOf(tag)
    .map(([, line]) => line)
    .join('\n');
  for (const name of ['Jade Reef', 'Silver Dune', 'Ember Bay', 'Quiet Cove']) expect(text).toContain(name);
});
