import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { BUDGETS, ROUTES } from '../../bench/budgets.ts';
import {
  additionalFiles,
  allFiles,
  brotliBytes,
  brotliKb,
  firstVisitFiles,
  localeChunks,
  playerScripts,
  readManifest,
  readOutput,
  signedInFiles,
} from '../../bench/bundle.ts';
import { LOCALE_TAGS } from '../../src/contract/locales.ts';

const manifest = readManifest();
const files = allFiles(manifest);

const { scripts, styles } = firstVisitFiles(manifest);
const signedIn = signedInFiles(manifest);
const already = new Set([...scripts, ...signedIn]);

test('the login stays within the script budget', () => {
  expect(brotliBytes(scripts)).toBeLessThanOrEqual(BUDGETS.scriptsUntilUsableBytes);
});

test('the login requests few files, and the page itself lists them all', () => {
  const html = readOutput('index.html');
  const first = [...scripts, ...styles];
  expect(1 + first.length).toBeLessThanOrEqual(BUDGETS.requestsUntilUsable);
  expect(first.filter((file) => !html.includes(file))).toEqual([]);
});

test('the static shell is painted without waiting for a style sheet or a script', () => {
  expect(readOutput('index.html')).not.toContain('<link rel="stylesheet"');
  expect(readOutput('index.html')).not.toMatch(/<link rel="modulepreload"|<script[^>]* src=/);
});

test('the signed-in half stays small, and the page of a returning player preloads it', () => {
  const later = [...signedIn].filter((file) => !scripts.has(file));
  expect(brotliKb(later)).toBeLessThanOrEqual(BUDGETS.signedInKb);
  const html = readOutput('index.html');
  const code = later.filter((file) => !file.includes('.player-'));
  expect(code.filter((file) => !html.includes(file))).toEqual([]);
});

const jsonIn = (pattern: RegExp): unknown => JSON.parse(pattern.exec(readOutput('index.html'))?.[1] ?? 'null');

/** The files that the page of a returning player preloads: by first view, for every first view, and by language. */
const preloaded = jsonIn(/(\{"home":\[.*?\]\})/) as Readonly<Record<string, readonly string[]>>;
const preloadedFirst = jsonIn(/(\["\/assets\/start-[^\]]*\])/) as readonly string[];
const preloadedTexts = jsonIn(/(\{"de-DE":\["\/assets.*?\]\})/) as Readonly<Record<string, readonly string[]>>;

type View = keyof typeof BUDGETS.scriptsOfPlayer;

const FIRST_VIEWS = {
  home: [ROUTES.home, ROUTES['home-sections']],
  recharge: [ROUTES.recharge],
  epoint: [ROUTES.recharge, ROUTES.epointRecharge],
  detail: [ROUTES['order-detail']],
  account: [ROUTES.account],
  news: [ROUTES.news],
  article: [ROUTES.article],
} satisfies Record<View, readonly string[]>;

test.each(Object.keys(BUDGETS.scriptsOfPlayer) as View[])(
  'the page %s of a player loads few scripts, none of them tiny, and its HTML lists them all',
  (view) => {
    for (const tag of LOCALE_TAGS) {
      const loaded = [...playerScripts(manifest, FIRST_VIEWS[view], tag)];
      const listed = [...preloadedFirst, ...(preloaded[view] ?? []), preloadedTexts[tag]?.[1]];
      expect(listed.toSorted()).toEqual(loaded.map((file) => `/${file}`).toSorted());
      expect(loaded.length).toBeLessThanOrEqual(BUDGETS.scriptsOfPlayer[view]);
      const own = loaded.filter((file) => !file.includes('rolldown-runtime'));
      expect(own.filter((file) => readOutput(file).length < BUDGETS.smallestChunkBytes)).toEqual([]);
    }
  },
);

test('every page with its own chunk has a budget', () => {
  const files = readdirSync('src/views', { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  const pages = files.flatMap((path) => {
    const code = readFileSync(join('src/views', path), 'utf8');
    if (!code.includes('lazyPage(')) return [];
    return [...code.matchAll(/import\('(\S+)'\)/g)].map(([, page = '']) => join('views', dirname(path), page));
  });
  expect(Object.values(ROUTES).toSorted()).toEqual(pages.toSorted());
});

for (const [name, page] of Object.entries(ROUTES)) {
  test(`the route ${name} adds little`, () => {
    expect(brotliKb(additionalFiles(manifest, page, already))).toBeLessThanOrEqual(BUDGETS.furtherRouteKb);
  });
}

test('each locale is a small chunk for visitors, one more after a login, and one chunk for players (I18N-04)', () => {
  const sizes = [...localeChunks(manifest)].map(([name, file]) => {
    const limit = name.endsWith('.all') ? BUDGETS.languageKb : BUDGETS.localeKb;
    return [name, brotliKb([file]) <= limit] as const;
  });
  expect(sizes).toHaveLength(3 * LOCALE_TAGS.length);
  expect(sizes.filter(([, fits]) => !fits)).toEqual([]);
});

test('all styles together stay within their budget', () => {
  expect(brotliKb(files.filter((file) => file.endsWith('.css')))).toBeLessThanOrEqual(BUDGETS.stylesKb);
});

test('encryption, dates of other languages and QR codes are not in what a first visit loads', () => {
  const first = [...already, ...additionalFiles(manifest, ROUTES.recharge, already)].map(readOutput).join('\n');
  expect(first).not.toMatch(/EvpKDF|BlockCipherMode/);
  expect(first).not.toMatch(/Bestellung/);
});
