import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { BUDGETS, ROUTES } from '../../bench/budgets.ts';
import {
  allFiles,
  brotliBytes,
  brotliKb,
  firstVisit,
  furtherVisit,
  localeChunks,
  readManifest,
  readOutput,
  signedInHalf,
  WORDS,
} from '../../bench/bundle.ts';

const manifest = readManifest();
const files = allFiles(manifest);

const { scripts, styles } = firstVisit(manifest, WORDS.visitor);
const signedIn = signedInHalf(manifest);
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
  expect(later.filter((file) => !html.includes(file))).toEqual([]);
});

test('the page of a returning player preloads the chunk of its URL', () => {
  const [, routes = '{}'] = /const routes = (\{.*\});/.exec(readOutput('index.html')) ?? [];
  const preloaded = JSON.parse(routes) as Readonly<Record<string, readonly string[]>>;
  const pageOf = (page: string) => `/${manifest[page]?.file}`;
  expect(preloaded['home']).toContain(pageOf(ROUTES.home));
  expect(preloaded['recharge']).toContain(pageOf(ROUTES.recharge));
  expect(preloaded['recharge']).not.toContain(pageOf(ROUTES.epointRecharge));
  expect(preloaded['epoint']).toContain(pageOf(ROUTES.epointRecharge));
  expect(preloaded['detail']).toContain(pageOf(ROUTES['order-detail']));
  expect(preloaded['account']).toContain(pageOf(ROUTES.account));
  expect(preloaded['news']).toContain(pageOf(ROUTES.news));
  expect(preloaded['article']).toContain(pageOf(ROUTES.article));
});

test('every page with its own chunk has a budget', () => {
  const files = readdirSync('src/views', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const pages = files.flatMap((path) => {
    const code = readFileSync(join('src/views', path), 'utf8');
    if (!code.includes('lazyPage(')) return [];
    return [...code.matchAll(/import\('(\S+)'\)/g)].map(([, page = '']) => join('views', dirname(path), page));
  });
  expect(Object.values(ROUTES).toSorted()).toEqual(pages.toSorted());
});

for (const [name, page] of Object.entries(ROUTES)) {
  test(`the route ${name} adds little`, () => {
    expect(brotliKb(furtherVisit(manifest, page, already))).toBeLessThanOrEqual(BUDGETS.furtherRouteKb);
  });
}

test('I18N-04 · each locale is a small chunk for visitors and one more for players', () => {
  const sizes = [...localeChunks(manifest)].map(
    ([name, file]) => [name, brotliKb([file]) <= BUDGETS.localeKb] as const,
  );
  expect(sizes).toHaveLength(2 * 9);
  expect(sizes.filter(([, fits]) => !fits)).toEqual([]);
});

test('all styles together stay within their budget', () => {
  expect(brotliKb(files.filter((file) => file.endsWith('.css')))).toBeLessThanOrEqual(BUDGETS.stylesKb);
});

test('encryption, dates of other languages and QR codes are not in what a first visit loads', () => {
  const first = [...already, ...furtherVisit(manifest, ROUTES.recharge, already)].map(readOutput).join('\n');
  expect(first).not.toMatch(/EvpKDF|BlockCipherMode/);
  expect(first).not.toMatch(/Bestellung/);
});
