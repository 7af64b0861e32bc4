import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../src/contract/locales.ts';
import { brand } from '../support/brand.ts';
import { isPlural, localeFiles, placeholders, SOURCE, type Texts, withoutPlural } from './locale-files.ts';
import { TRANSLATIONS } from './locale-rules.ts';

const source = localeFiles.get(SOURCE) ?? new Map<string, string>();
/** The same in every language: nothing but names, abbreviations and placeholders. */
const WORDLESS = new RegExp(String.raw`^(?:${brand.name}|E\sPoints?|ID |UID$|\W|\d|\{\{[^}]+\}\})*$`);

const keysOf = (texts: Texts): string[] => [...new Set([...texts.keys()].map(withoutPlural))].sort();

const formsOf = (texts: Texts, key: string): string[] =>
  [...texts.keys()]
    .filter((own) => isPlural(own) && withoutPlural(own) === key)
    .map((own) => own.slice(key.length + 1));

/** The variables that the forms of a key use, one list for each distinct set. */
const variablesOf = (texts: Texts, key: string): string[] => [
  ...new Set(
    [...texts].filter(([own]) => withoutPlural(own) === key).map(([, text]) => [...new Set(placeholders(text))].join()),
  ),
];

test('each locale has a file that is named by its tag (I18N-01)', () => {
  expect([...localeFiles.keys()].sort()).toEqual(Object.keys(LOCALES).sort());
  expect(source.size).toBeGreaterThan(200);
});

describe.each(TRANSLATIONS)('%s', (tag, { loanwords = [] }) => {
  const texts: Texts = localeFiles.get(tag) ?? new Map();

  test('no text is missing and none is extra (I18N-01, C51)', () => {
    expect(keysOf(texts)).toEqual(keysOf(source));
  });

  test('each text, in each of its plural forms, has the variables of its source text (I18N-01, C51)', () => {
    const keys = keysOf(source);
    expect(keys.map((key) => [key, variablesOf(texts, key)])).toEqual(
      keys.map((key) => [key, variablesOf(source, key)]),
    );
    expect(keys.filter((key) => variablesOf(source, key).length !== 1)).toEqual([]);
  });

  test('no text is still English (I18N-01)', () => {
    const copied = [...texts].filter(
      ([key, text]) =>
        text === source.get(key) &&
        !loanwords.includes(text.replace(/\{\{[^}]+\}\}/g, '').trim()) &&
        !WORDLESS.test(text),
    );
    expect(copied).toEqual([]);
  });
});

describe.each([...localeFiles])('%s', (tag, texts) => {
  test('a plural has exactly the forms of the language (I18N-01, C51)', () => {
    const needed = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted();
    const plurals = keysOf(source).filter((key) => formsOf(source, key).length > 0);
    expect(plurals.length).toBeGreaterThan(0);
    expect(plurals.map((key) => [key, formsOf(texts, key).sort()])).toEqual(plurals.map((key) => [key, needed]));
  });

  test('no text is empty, padded, or has typewriter punctuation', () => {
    const careless = [...texts].filter(
      ([, text]) => text === '' || text !== text.trim() || /\.\.\.| {2}|\t/.test(text),
    );
    expect(careless).toEqual([]);
  });

  test('no text contains markup or references another text', () => {
    expect([...texts].filter(([, text]) => /<[a-z/]|\$t\(/i.test(text))).toEqual([]);
  });
});
