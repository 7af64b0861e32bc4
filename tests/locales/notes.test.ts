import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { localeFiles, placeholders, SOURCE, withoutPlural } from './locale-files.ts';

const source = [...(localeFiles.get(SOURCE) ?? [])];
const keys = new Set<string>(source.map(([key]) => withoutPlural(key)));

/** "namespace:key" → what a translator has to know. */
const notes = new Map<string, string>(
  Object.entries(JSON.parse(readFileSync('locales/notes.json', 'utf8')) as object).flatMap(([namespace, entries]) =>
    Object.entries(entries).map(([key, note]) => [`${namespace}:${key}`, String(note)] as const),
  ),
);

test('a note belongs to a text that exists (I18N-01)', () => {
  expect([...notes.keys()].filter((key) => !keys.has(key))).toEqual([]);
});

test('every text with a placeholder has a note that explains it (I18N-01)', () => {
  const silent = source.flatMap(([key, text]) => {
    const note = notes.get(withoutPlural(key)) ?? '';
    return placeholders(text)
      .filter((name) => !note.includes(`{{${name}}}`))
      .map((name) => `${key}: ${name}`);
  });
  expect(silent).toEqual([]);
});

test('a note explains only placeholders of its text', () => {
  const variables = (key: string) =>
    source.filter(([own]) => withoutPlural(own) === key).flatMap(([, text]) => placeholders(text));
  const wrong = [...notes].flatMap(([key, note]) =>
    placeholders(note).filter((name) => !variables(key).includes(name)),
  );
  expect(wrong).toEqual([]);
});
