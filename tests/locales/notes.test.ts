import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { localeFiles, placeholders, SOURCE, withoutPlural } from './locale-files.ts';

const FOLDER = new URL('../../locales/notes/', import.meta.url);
const source = [...(localeFiles.get(SOURCE) ?? [])];
const keys = new Set<string>(source.map(([key]) => withoutPlural(key)));
const namespaces = [...new Set([...keys].map((key) => key.split(':')[0] ?? ''))];

/** "namespace:key" → what a translator has to know. */
const notes = new Map<string, string>(
  namespaces.flatMap((namespace) => {
    const file = new URL(`${namespace}.json`, FOLDER);
    const entries = existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8')) as object) : [];
    return entries.map(([key, note]) => [`${namespace}:${key}`, String(note)] as const);
  }),
);

test('I18N-01 · a note belongs to a text that exists', () => {
  expect(readdirSync(FOLDER).filter((name) => !namespaces.includes(name.replace('.json', '')))).toEqual([]);
  expect([...notes.keys()].filter((key) => !keys.has(key))).toEqual([]);
});

test('I18N-01 · every text with a placeholder has a note that explains it', () => {
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
