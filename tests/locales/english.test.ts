import { describe, expect, test } from 'vitest';
import { BANNED, CAPITALIZED, CURLY, UNCONTRACTED } from './english-rules.ts';
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

test('English uses contractions', () => {
  expect(found(everything, UNCONTRACTED)).toEqual([]);
});

test('English uses straight apostrophes and quotation marks', () => {
  expect(found(everything, CURLY)).toEqual([]);
});

test('two sentences are two sentences: no comma splice before "please", no semicolon between them', () => {
  expect(found(messages, /, please (?!don't)/i)).toEqual([]);
  expect(found(messages, /;/)).toEqual([]);
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
