import { existsSync, readFileSync, statSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

type Chunk = {
  readonly file: string;
  readonly src?: string;
  readonly name?: string;
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

/** The build compresses every file but the smallest. */
export const brotliBytes = (files: Iterable<string>): number => {
  let bytes = 0;
  for (const file of files) {
    const compressed = new URL(`${file}.br`, DIST);
    bytes += existsSync(compressed)
      ? statSync(compressed).size
      : brotliCompressSync(readFileSync(new URL(file, DIST))).length;
  }
  return bytes;
};

export const brotliKb = (files: Iterable<string>): number => brotliBytes(files) / 1_024;

const withImports = (manifest: Manifest, key: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const name of manifest[key]?.imports ?? []) withImports(manifest, name, seen);
  return seen;
};

/** Pages that the build puts into the chunk of a group in `vite/chunks.ts`. */
const GROUPS: Readonly<Record<string, string>> = {
  'views/home/home.view.tsx': 'home-and-news',
  'views/home/home-sections.view.tsx': 'home-and-news',
  'views/news/news.view.tsx': 'home-and-news',
  'views/recharge/recharge.view.tsx': 'top-up',
};

/** `name`: a source, or the name of a group. */
const keyOf = (manifest: Manifest, name: string): string => {
  const wanted = GROUPS[name] ?? name;
  const isWanted = (key: string): boolean =>
    key === wanted || key.endsWith(`/${wanted}`) || manifest[key]?.name === wanted;
  const found = Object.keys(manifest).find(isWanted);
  if (!found) throw new Error(`the build has no chunk for ${name}`);
  return found;
};

const filesOf = (manifest: Manifest, keys: Iterable<string>): Set<string> =>
  new Set([...keys].flatMap((key) => manifest[key]?.file ?? []));

const stylesOf = (manifest: Manifest, keys: Iterable<string>): Set<string> =>
  new Set([...keys].flatMap((key) => manifest[key]?.css ?? []));

/** Scripts and styles of a first visit, which opens the login: the start, the renderer, English, and what these import statically. */
export const firstVisitFiles = (manifest: Manifest) => {
  const keys = ['start', 'renderer', 'en-US.bundle.ts'].map((name) => keyOf(manifest, name));
  const all = new Set(keys.flatMap((key) => [...withImports(manifest, key)]));
  return { scripts: filesOf(manifest, all), styles: stylesOf(manifest, all) };
};

/** Loaded after the first paint, on every page. */
export const signedInFiles = (manifest: Manifest): ReadonlySet<string> => {
  const names = ['signed-in', 'frame', 'en-US.player.ts'];
  const keys = names.flatMap((name) => [...withImports(manifest, keyOf(manifest, name))]);
  return filesOf(manifest, keys);
};

/** Scripts that a returning player loads before the pages can be used. */
export const playerScripts = (manifest: Manifest, pages: readonly string[], tag: string): ReadonlySet<string> => {
  const names = ['start', 'renderer', 'signed-in', 'frame', `${tag}.all.ts`, ...pages];
  return filesOf(manifest, new Set(names.flatMap((name) => [...withImports(manifest, keyOf(manifest, name))])));
};

/** What a page adds to the files already loaded. */
export const additionalFiles = (manifest: Manifest, page: string, already: ReadonlySet<string>) =>
  [...filesOf(manifest, withImports(manifest, keyOf(manifest, page)))].filter((file) => !already.has(file));

export const localeChunks = (manifest: Manifest): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(manifest).flatMap(([key, { file }]) => {
      const name = /bundles\/([\w-]+\.(?:bundle|player|all))\.ts$/.exec(key)?.[1];
      return name ? [[name, file] as const] : [];
    }),
  );

export const allFiles = (manifest: Manifest): readonly string[] => [
  ...new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css])),
];
