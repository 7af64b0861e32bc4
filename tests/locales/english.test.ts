import { describe, expect, test } from 'vitest';
import { BANNED, BUTTONS, CAPITALIZED, CURLY, isSentence, NOT_BUTTONS, UNCONTRACTED, VERBS } from './english-rules.ts';
import { localeFiles, SOURCE } from './locale-files.ts';
import { serverTextsOf } from './server-texts.ts';

type Text = readonly [key: string, text: string];

const messages: readonly Text[] = [...(localeFiles.get(SOURCE) ?? [])].map(([key, text]) => [
  key,
  text.replaceAll('\u00a0', ' '),
]);
const everything: readonly Text[] = [...messages, ...serverTextsOf(SOURCE)];

const found = (texts: readonly Text[], pattern: RegExp): readonly Text[] =>
  texts.filter(([, text]) => pattern.test(text));

describe('English has one term per idea', () => {
  test.each(BANNED)('no message contains %s; instead: %s', (pattern) => {
    expect(found(messages, pattern)).toEqual([]);
  });

  test('E Point stays on one line', () => {
    expect([...(localeFiles.get(SOURCE) ?? [])].filter(([, text]) => /\bE Point/.test(text))).toEqual([]);
  });
});

const TERMS = [
  /\brebates?\b/i,
  /\broles?\b/i,
  /\bon sale\b/i,
  /\beverybody\b|\bnobody\b|\bsomebody\b/i,
  /(?:^|\. )Who\b/,
];
test.each(TERMS)('no article and no page of the server contains %s', (pattern) => {
  expect(found(serverTextsOf(SOURCE), pattern)).toEqual([]);
});

test('English uses contractions', () => {
  expect(found(everything, UNCONTRACTED)).toEqual([]);
});

test('English uses straight apostrophes and quotation marks', () => {
  expect(found(everything, CURLY)).toEqual([]);
});

test('messages end with punctuation; headings, labels and buttons have no full stop', () => {
  expect(messages.filter(([key, text]) => isSentence(key) && !/[.!?…]$/.test(text))).toEqual([]);
  expect(
    messages.filter(([key, text]) => !isSentence(key) && /(?<!…)\.$/.test(text) && key !== 'portal:home.lead'),
  ).toEqual([]);
});

test('two sentences are two sentences: no comma splice before "please", no semicolon between them', () => {
  expect(found(messages, /, please (?!don't)/i)).toEqual([]);
  expect(found(messages, /;/)).toEqual([]);
});

test('a button starts with a verb', () => {
  const buttons = messages.filter(([key]) => BUTTONS.test(key) && !NOT_BUTTONS.includes(key));
  expect(buttons.length).toBeGreaterThan(30);
  expect(buttons.filter(([, text]) => !VERBS.test(text))).toEqual([]);
});

test('work in progress ends with an ellipsis', () => {
  const busy = messages.filter(([key]) => /[.:](?:busy|sending|checking|supportOpening)$/.test(key));
  expect(busy.length).toBeGreaterThan(5);
  expect(busy.filter(([, text]) => !text.endsWith('…'))).toEqual([]);
});

test('headings are in sentence case', () => {
  const capitals = messages.filter(([, text]) => {
    const words = text.replace(/\{\{[^}]+\}\}/g, '').replace(/(^|[.!?:…] )\W*\w+/g, '$1');
    return (words.match(/\b[A-Z]\w*/g) ?? []).some((word) => !CAPITALIZED.test(word));
  });
  expect(capitals).toEqual([]);
});
