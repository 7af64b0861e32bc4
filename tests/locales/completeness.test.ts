import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { linesOf } from '../../server/texts/server-texts.ts';
import { LOCALE_TAGS, LOCALES } from '../../src/contract/locales.ts';
import { CATALOGUE, FIELD_MESSAGES } from '../support/api/error-catalogue.ts';
import { brand } from '../support/brand.ts';
import { isPlural, localeFiles, placeholders, SOURCE, type Texts, withoutPlural } from './locale-files.ts';
import { TRANSLATIONS } from './locale-rules.ts';
import { serverTextsOf } from './server-texts.ts';

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

/** Buttons and links with a visible label and a longer name for screen readers. */
const CONTROLS = [
  ['portal:frame.account', 'portal:menu.open'],
  ['payment:banner.continue', 'payment:banner.continueItem'],
  ['recharge:step.change', 'recharge:step.changeStep'],
] as const;

/** A person who controls the portal by voice says the label (WCAG 2.5.3). */
test.each(LOCALE_TAGS)('%s · the name of a control contains its visible label (I18N-01)', (tag) => {
  const textOf = (key: string): string => (localeFiles.get(tag)?.get(key) ?? '').toLowerCase();
  expect(CONTROLS.filter(([label]) => textOf(label) === '')).toEqual([]);
  expect(CONTROLS.filter(([label, name]) => !textOf(name).includes(textOf(label)))).toEqual([]);
});

const PAGES = ['about', 'contact', 'privacy', 'agreement'] as const;

test.each(LOCALE_TAGS)('%s · a link of the footer has the title of its page (I18N-01)', (tag) => {
  const links = PAGES.map((page) => localeFiles.get(tag)?.get(`portal:footer.${page}`));
  expect(links).toEqual(PAGES.map((page) => linesOf(`page.${page}`)[tag]?.[0]));
});

const serverKeysOf = (tag: string): readonly string[] =>
  Object.keys(JSON.parse(readFileSync(`server/texts/${tag}.json`, 'utf8')));

test.each(LOCALE_TAGS)('server texts in %s exist wherever English does (I18N-05)', (tag) => {
  expect(serverKeysOf(tag)).toEqual(serverKeysOf('en-US'));
  expect(serverTextsOf(tag).length).toBeGreaterThan(80);
  expect(serverTextsOf(tag).length).toBe(serverTextsOf('en-US').length);
  const silent = (own: string) => serverTextsOf(own).filter(([, text]) => text.trim() === '').length;
  expect(silent(tag)).toBe(silent('en-US'));
});

const messages = Object.entries({ ...CATALOGUE, ...FIELD_MESSAGES });

/** Names that every language writes in Latin letters. */
const BRANDS = /Facebook|Google|Apple|iOS/g;

const textOf = (tag: string, key: string): string => localeFiles.get(tag)?.get(key) ?? '';

test.each(LOCALE_TAGS)('%s: each message has a text of its own, with the names of its source (D28, ERRS-05)', (tag) => {
  expect(messages.filter(([, key]) => textOf(tag, key) === '')).toEqual([]);
  const shared = messages.flatMap(([message, key]) =>
    messages
      .filter(([, other]) => textOf(SOURCE, other) !== textOf(SOURCE, key) && textOf(tag, other) === textOf(tag, key))
      .map(([other]) => `"${message}" reads as "${other}"`),
  );
  expect(shared).toEqual([]);
  const unnamed = messages.filter(([, key]) =>
    (textOf(SOURCE, key).match(BRANDS) ?? []).some((brand) => !textOf(tag, key).includes(brand)),
  );
  expect(unnamed).toEqual([]);
});

const sourceKeys = new Set(keysOf(source));

/** "namespace:key" → what a translator has to know. */
const notes = new Map<string, string>(
  Object.entries(JSON.parse(readFileSync('locales/notes.json', 'utf8')) as object).flatMap(([namespace, entries]) =>
    Object.entries(entries).map(([key, note]) => [`${namespace}:${key}`, String(note)] as const),
  ),
);

test('a note belongs to a text that exists (I18N-01)', () => {
  expect([...notes.keys()].filter((key) => !sourceKeys.has(key))).toEqual([]);
});

test('every text with a placeholder has a note that explains it (I18N-01)', () => {
  const silent = [...source].flatMap(([key, text]) => {
    const note = notes.get(withoutPlural(key)) ?? '';
    return placeholders(text)
      .filter((name) => !note.includes(`{{${name}}}`))
      .map((name) => `${key}: ${name}`);
  });
  expect(silent).toEqual([]);
});

test('a note explains only placeholders of its text', () => {
  const variables = (key: string) =>
    [...source].filter(([own]) => withoutPlural(own) === key).flatMap(([, text]) => placeholders(text));
  const wrong = [...notes].flatMap(([key, note]) =>
    placeholders(note).filter((name) => !variables(key).includes(name)),
  );
  expect(wrong).toEqual([]);
});
