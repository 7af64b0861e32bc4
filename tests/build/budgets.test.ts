import { expect, test } from 'vitest';
import { BUDGETS, ROUTES } from '../../bench/budgets.ts';
import {
  allFiles,
  brotliKb,
  firstVisit,
  furtherVisit,
  localeChunks,
  readManifest,
  readOutput,
  WORDS,
} from '../../bench/bundle.ts';

const manifest = readManifest();
const files = allFiles(manifest);

const VISITS = [
  { page: ROUTES.login, words: WORDS.visitor, ownKb: BUDGETS.ownUntilLoginKb },
  { page: ROUTES.recharge, words: WORDS.player, ownKb: BUDGETS.ownUntilRechargeKb },
];

const isPackages = (file: string): boolean => /\/packages-[\w-]+\.js$/.test(file);

for (const { page, words, ownKb } of VISITS) {
  test(`a first visit of ${page} stays within the script budgets`, () => {
    const scripts = [...firstVisit(manifest, page, words).scripts];
    expect(scripts.filter(isPackages)).toHaveLength(1);
    expect(brotliKb(scripts.filter(isPackages))).toBeLessThanOrEqual(BUDGETS.packagesKb);
    expect(brotliKb(scripts.filter((file) => !isPackages(file)))).toBeLessThanOrEqual(ownKb);
  });
}

test('the first route asks for few files', () => {
  const { scripts, styles } = firstVisit(manifest, ROUTES.login, WORDS.visitor);
  expect(1 + scripts.size + styles.size).toBeLessThanOrEqual(BUDGETS.requestsUntilUsable);
});

for (const [name, page] of Object.entries(ROUTES)) {
  test(`the route ${name} adds little`, () => {
    const already = firstVisit(manifest, ROUTES.login, WORDS.visitor).scripts;
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
  const first = [...firstVisit(manifest, ROUTES.recharge, WORDS.player).scripts].map(readOutput).join('\n');
  expect(first).not.toMatch(/EvpKDF|BlockCipherMode/);
  expect(first).not.toMatch(/Bestellung/);
});
