import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

type Chunk = {
  readonly file: string;
  readonly src?: string;
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};

export type Manifest = Readonly<Record<string, Chunk>>;

const DIST = new URL('../dist/portal/', import.meta.url);

/** Output of the last `vite build`; paths are relative to dist/portal. */
export const readManifest = (): Manifest => {
  const file = new URL('../dist/portal/.vite/manifest.json', import.meta.url);
  if (!existsSync(file)) throw new Error('no build to measure: run `npm run build` first');
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
};

export const readOutput = (file: string): string => readFileSync(new URL(file, DIST), 'utf8');

export const brotliBytes = (files: Iterable<string>): number => {
  let bytes = 0;
  for (const file of files) bytes += brotliCompressSync(readFileSync(new URL(file, DIST))).length;
  return bytes;
};

export const brotliKb = (files: Iterable<string>): number => brotliBytes(files) / 1_024;

const withImports = (manifest: Manifest, key: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const name of manifest[key]?.imports ?? []) withImports(manifest, name, seen);
  return seen;
};

const entryOf = (manifest: Manifest): string => {
  const found = Object.entries(manifest).find(([, chunk]) => chunk.isEntry);
  if (!found) throw new Error('the build has no entry');
  return found[0];
};

/** `name`: the source of a chunk, or the name of a group in `vite/chunks.ts`. */
const keyOf = (manifest: Manifest, name: string): string => {
  const isWanted = (key: string): boolean => key === name || key.endsWith(`/${name}`) || manifest[key]?.name === name;
  const found = Object.keys(manifest).find(isWanted);
  if (!found) throw new Error(`the build has no chunk for ${name}`);
  return found;
};

const filesOf = (manifest: Manifest, keys: Iterable<string>): Set<string> =>
  new Set([...keys].flatMap((key) => manifest[key]?.file ?? []));

const stylesOf = (manifest: Manifest, keys: Iterable<string>): Set<string> =>
  new Set([...keys].flatMap((key) => manifest[key]?.css ?? []));

/** Chunks of a language: texts before a login, and texts of the signed-in half. */
export const WORDS = { visitor: ['bundle'], player: ['bundle', 'later'] } as const;

/** Scripts and styles of a first visit, which opens the login: entry, English, and what these import statically. */
export const firstVisit = (manifest: Manifest, words: readonly string[]) => {
  const keys = [entryOf(manifest), ...words.map((half) => keyOf(manifest, `en-US.${half}.ts`))];
  const all = new Set(keys.flatMap((key) => [...withImports(manifest, key)]));
  return { scripts: filesOf(manifest, all), styles: stylesOf(manifest, all) };
};

/** Loaded after the first paint, on every page. */
export const signedInHalf = (manifest: Manifest): ReadonlySet<string> => {
  const names = ['api', 'signed-in', 'en-US.later.ts'];
  const keys = names.flatMap((name) => [...withImports(manifest, keyOf(manifest, name))]);
  return filesOf(manifest, keys);
};

/** What a page adds to the files already loaded. */
export const furtherVisit = (manifest: Manifest, page: string, already: ReadonlySet<string>) =>
  [...filesOf(manifest, withImports(manifest, keyOf(manifest, page)))].filter((file) => !already.has(file));

export const localeChunks = (manifest: Manifest): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(manifest).flatMap(([key, { file }]) => {
      const name = /bundles\/([\w-]+\.(?:bundle|later))\.ts$/.exec(key)?.[1];
      return name ? [[name, file] as const] : [];
    }),
  );

export const allFiles = (manifest: Manifest): readonly string[] => [
  ...new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css])),
];
