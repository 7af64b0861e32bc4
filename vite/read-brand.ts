import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import * as v from 'valibot';
import { type Brand, brandSchema, problemOf, type Tokens, tokensSchema } from './brand.schema.ts';
import { type Art, readArt } from './brand-art.ts';
import { weakPairsOf } from './brand-tokens.ts';

const DEFAULT_FOLDER = 'brand/aurora-gate';

export type BrandFolder = {
  readonly folder: string;
  readonly brand: Brand;
  readonly tokens: Tokens;
  readonly art: Art;
  /** The file of the headline font, or null. */
  readonly font: string | null;
};

const parsed = <Schema extends v.GenericSchema>(schema: Schema, file: string): v.InferOutput<Schema> => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(`${file}: is missing or not JSON`);
  }
  const result = v.safeParse(schema, json);
  if (!result.success) throw new Error(`${file}: ${problemOf(result.issues)}`);
  return result.output;
};

/** Links whose title is in `locales/*.json`. */
const TITLED_LINKS = ['about', 'contact', 'privacy', 'agreement'];

const textProblems = (path: string, texts: Brand['hero'], { languages }: Brand): readonly string[] => {
  const missing = languages.filter((tag) => texts[tag] === undefined);
  const unread = Object.keys(texts).filter((tag) => !languages.some((offered) => offered === tag));
  return [
    ...missing.map((tag) => `${path}.${tag}: is missing`),
    ...unread.map((tag) => `${path}.${tag}: is not one of the languages`),
  ];
};

const linkProblems = (brand: Brand): readonly string[] =>
  Object.entries(brand.links).flatMap(([key, { title }]) => {
    const path = `links.${key}.title`;
    if (!TITLED_LINKS.includes(key)) return textProblems(path, title ?? {}, brand);
    return title ? [`${path}: is a text of the portal`] : [];
  });

const fallbackProblems = ({ languages, fallbacks }: Brand): readonly string[] =>
  Object.entries(fallbacks)
    .filter(([, tag]) => !languages.includes(tag))
    .map(([key, tag]) => `fallbacks.${key}: "${tag}" is not one of the languages`);

/** Reads and checks the folder of a brand. Throws an error of one line, with file, key and value, about the first problem. */
export const readBrandFolder = (folder: string): BrandFolder => {
  const brandFile = join(folder, 'brand.json');
  const tokensFile = join(folder, 'tokens.json');
  const brand = parsed(brandSchema, brandFile);
  const [problem] = [...textProblems('hero', brand.hero, brand), ...linkProblems(brand), ...fallbackProblems(brand)];
  if (problem) throw new Error(`${brandFile}: ${problem}`);
  const tokens = parsed(tokensSchema, tokensFile);
  const [weak] = weakPairsOf(tokens);
  if (weak) throw new Error(`${tokensFile}: ${weak}`);
  const file = tokens.font?.headline.$extensions?.file;
  const font = file === undefined ? null : join(folder, file);
  if (font !== null && !existsSync(font)) throw new Error(`${font}: is missing`);
  return { folder, brand, tokens, art: readArt(join(folder, 'art')), font };
};

const known = new Map<string, BrandFolder>();

/** The brand of this build: the folder that the variable BRAND names. */
export const readBrand = (root: string): BrandFolder => {
  const name = process.env['BRAND'] || DEFAULT_FOLDER;
  const folder = isAbsolute(name) ? name : join(root, name);
  const read = known.get(folder) ?? readBrandFolder(folder);
  known.set(folder, read);
  return read;
};
