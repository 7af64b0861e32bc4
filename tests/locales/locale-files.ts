import { readdirSync, readFileSync } from 'node:fs';
import { branded } from '../../vite/brand.ts';
import { readBrand } from '../../vite/read-brand.ts';
import { unbroken } from '../../vite/unbroken-words.ts';

const ROOT = new URL('../../locales/', import.meta.url);

/** "namespace:key.part" → text, of one locale. */
export type Texts = ReadonlyMap<string, string>;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const flat = (value: unknown, path: string): (readonly [string, string])[] => {
  if (typeof value === 'string') return [[path, value]];
  if (!isRecord(value) || Array.isArray(value)) throw new Error(`${path} is neither a text nor a group of texts`);
  return Object.entries(value).flatMap(([key, inner]) => flat(inner, /:$/.test(path) ? path + key : `${path}.${key}`));
};

const readLocale = (file: string): Texts => {
  const inBrand = (_: string, value: unknown): unknown =>
    typeof value === 'string' ? branded(readBrand(process.cwd()), file.replace('.json', ''), value) : value;
  const texts = JSON.parse(readFileSync(new URL(file, ROOT), 'utf8'), inBrand) as object;
  return new Map(Object.entries(texts).flatMap(([namespace, inner]) => flat(inner, `${namespace}:`)));
};

export const SOURCE = 'en-US';

/** Notes for translators. */
const NOTES = 'notes.json';

/** Every locale that has a file. */
export const localeFiles: ReadonlyMap<string, Texts> = new Map(
  readdirSync(ROOT)
    .filter((file) => file !== NOTES)
    .sort()
    .map((file) => [file.replace('.json', ''), readLocale(file)]),
);

/** Every locale as a player reads it, with words that stay on one line. */
export const shownFiles: ReadonlyMap<string, Texts> = new Map(
  [...localeFiles].map(([tag, texts]) => [tag, new Map([...texts].map(([key, text]) => [key, unbroken(tag, text)]))]),
);

const PLURAL = /_(?:zero|one|two|few|many|other)$/;

export const withoutPlural = (key: string): string => key.replace(PLURAL, '');
export const isPlural = (key: string): boolean => PLURAL.test(key);

export const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*([^},\s]+)[^}]*\}\}/g)].map(([, name = '']) => name).sort();
