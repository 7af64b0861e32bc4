import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { expect, test } from 'vitest';
import { brandConstants } from '../../vite/brand.ts';
import { cssColor } from '../../vite/brand-color.ts';
import { colorOf } from '../../vite/brand-tokens.ts';
import { type BrandFolder, readBrand, readBrandFolder } from '../../vite/read-brand.ts';
import { trackedFiles } from '../support/tracked-files.ts';

const first = readBrand(process.cwd());
const second = readBrandFolder('tests/brands/rotfuchs');

type File = { readonly name: string; readonly bytes: Buffer };

const filesOf = (folder: string): readonly File[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => ({ name: entry.name, bytes: readFileSync(join(entry.parentPath, entry.name)) }));

const built = filesOf('dist/second-brand');
const page = built.find(({ name }) => name === 'index.html')?.bytes.toString() ?? '';
const stylesOf = (files: readonly File[]): string =>
  files.find(({ name }) => name.endsWith('.css'))?.bytes.toString() ?? '';
const styles = stylesOf(built);

/** What only a brand says. The names of its folder and its domain are the same words. */
const wordsOf = ({ brand }: BrandFolder): RegExp => {
  const [name] = brand.domain.split('.');
  const words = [brand.name, brand.legalName, brand.domain, name ?? ''].map((word) =>
    word.replaceAll(' ', String.raw`\W{1,4}`),
  );
  return new RegExp(words.join('|'), 'i');
};

test('no word of the brand is outside its folder', () => {
  const ELSEWHERE = /^(?:brand|tests\/(?:brands|flows))\/|^CHANGELOG\.md$/;
  const DEFAULT_FOLDER = "const DEFAULT_FOLDER = 'brand/";
  const paths = trackedFiles().filter((path) => !ELSEWHERE.test(path));
  expect(paths.length).toBeGreaterThan(1_000);
  const found = paths.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => wordsOf(first).test(line) && !line.startsWith(DEFAULT_FOLDER))
      .map((line) => `${path}: ${line}`),
  );
  expect(found).toEqual([]);
});

test('no build has a placeholder of the brand, the one for QA included', () => {
  const files = [...built, ...filesOf('dist/portal'), ...filesOf('dist/qa')];
  expect(files.filter(({ bytes }) => /__(?:BRAND|DARK|LIGHT)_/.test(bytes.toString())).map(({ name }) => name)).toEqual(
    [],
  );
});

test('the portal of another brand has no word of the first one', () => {
  expect(page).toContain('Rotfuchs');
  expect(built.filter(({ bytes }) => wordsOf(first).test(bytes.toString())).map(({ name }) => name)).toEqual([]);
});

test('the portal of another brand has no color of the first one', () => {
  const COLORS = /--(?:bg|accent|accent-soft|ink|surface-2|hero):([^;}]+)/g;
  const colorsOf = (css: string) =>
    new Set(
      [...css.matchAll(/\[data-theme=\w+\]\{[^}]*/g)].flatMap(([block]) =>
        [...block.matchAll(COLORS)].map(([, color = '']) => color),
      ),
    );
  const firstColors = [...colorsOf(stylesOf(filesOf('dist/portal')))];
  expect([firstColors.length, colorsOf(styles).size]).toEqual([11, 11]);
  expect(firstColors.filter((color) => styles.includes(color) || page.includes(color))).toEqual([]);
});

test('the portal of another brand has no picture of the first one', () => {
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const pictures = new Set(filesOf(first.art.folder).map(({ bytes }) => digest(bytes)));
  expect(pictures.size).toBeGreaterThan(20);
  expect(built.filter(({ bytes }) => pictures.has(digest(bytes))).map(({ name }) => name)).toEqual([]);
  expect(built.filter(({ name }) => /^(?:gems|scene|item)-/.test(name)).map(({ name }) => name.split('-')[0])).toEqual([
    'item',
    'scene',
  ]);
});

test('the portal of another brand has its languages only', () => {
  const tags = built.flatMap(({ name }) => /^([a-z]{2}-[A-Z]{2})\.all-/.exec(name)?.[1] ?? []);
  expect(tags.toSorted()).toEqual(second.brand.languages.toSorted());
});

test('a reader of a language that a brand lacks gets what the brand says, the Chinese that is there, or English', async () => {
  const { module } = await runnerImport<typeof import('../../src/i18n/locales.ts')>('./src/i18n/locales.ts', {
    configFile: false,
    define: brandConstants(second),
  });
  const tags = ['de-AT', 'zh-CN', 'zh-HK', 'zh-TW', 'ko-KR', 'lo', 'nl_BE', 'nl-NL'];
  expect(tags.map((tag) => module.chooseLocale([tag]))).toEqual([
    'de-DE',
    'zh-TW',
    'zh-TW',
    'zh-TW',
    'en-US',
    'th-TH',
    'de-DE',
    'en-US',
  ]);
});

test('the page and the manifest of another brand have its name and the color of its theme', () => {
  const manifest = built.find(({ name }) => name === 'manifest.webmanifest')?.bytes.toString() ?? '{}';
  const { name, theme_color } = JSON.parse(manifest) as Readonly<Record<string, string>>;
  expect(name).toBe(second.brand.name);
  expect(page.match(/name="theme-color" content="[^"]+"/g)).toEqual(
    Array(2).fill(`name="theme-color" content="${theme_color}"`),
  );
});

test('pages of the server get the name, the addresses and the colors of the brand', () => {
  const { SERVER_BRAND = '{}' } = brandConstants(second);
  const { name, domain, support, light } = JSON.parse(SERVER_BRAND) as Readonly<Record<string, string>>;
  expect([name, domain, support]).toEqual([second.brand.name, second.brand.domain, second.brand.support]);
  expect(light).toContain(`--ground: ${cssColor(colorOf(second.tokens, 'light', 'bg'))};`);
});
