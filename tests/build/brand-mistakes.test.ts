import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBrand, readBrandFolder } from '../../vite/read-brand.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brand-'));
  cpSync(readBrand(process.cwd()).folder, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

type Json = { [key: string]: unknown };

/** Changes the value at a path such as `dark.bg`. `undefined` removes it. */
const put = (file: string, path: string, value: unknown): void => {
  const json = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Json;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce<Json>((inner, key) => inner[key] as Json, json);
  parent[last] = value;
  writeFileSync(join(folder, file), JSON.stringify(json));
};

const oklch = (...components: number[]) => ({ $value: { colorSpace: 'oklch', components } });
const FONT = { headline: { $type: 'fontFamily', $value: ['Moon'], $extensions: { file: 'moon.woff2' } } };

/** The mistake in one line, with file, key and value. */
const expectMistake = (line: string): void => {
  let message = '';
  try {
    readBrandFolder(folder);
  } catch (error) {
    message = error instanceof Error ? error.message : '';
  }
  expect(message.startsWith(join(folder, line)), message).toBe(true);
  expect(message).not.toContain('\n');
};

test('the folder of the brand has no mistake', () => {
  expect(readBrandFolder(folder).brand.languages).toContain('en-US');
});

test.each<[string, string, unknown, string]>([
  ['brand.json', 'slogan', 'Go', 'slogan: "slogan" is not a key'],
  ['brand.json', 'legalName', undefined, 'legalName: is missing'],
  ['brand.json', 'name', ' ', 'name: "" is empty'],
  ['brand.json', 'support', 'help', 'support: "help" is not an email address'],
  ['brand.json', 'languages', ['en-US', 'xx-XX'], 'languages.1: "xx-XX" is not a language of the portal'],
  ['brand.json', 'languages', ['de-DE'], 'languages: ["de-DE"] has no en-US, which content is written in'],
  ['brand.json', 'fallbacks', { Português: 'en-US' }, 'fallbacks.Português: "Português" is not a language'],
  ['brand.json', 'fallbacks', { pt: 'es-ES' }, 'fallbacks.pt: "es-ES" is not a language of the portal'],
  ['brand.json', 'languages', ['en-US'], 'hero.zh-CN: is not one of the languages'],
  ...['https:/game.example', 'game', 'javascript:', 'intent:', 'https:', 'game.example/play', '*'].map(
    (address): [string, string, unknown, string] => [
      'brand.json',
      'returnTo',
      ['www.game.example', 'my-game:', address],
      `returnTo.2: "${address}" is neither a host nor the scheme of an app`,
    ],
  ),
  ['brand.json', 'links', { privacy: { url: '/privacy' } }, 'links.privacy.url: "/privacy" is not an https address'],
  [
    'brand.json',
    'links',
    { 'Our terms': { url: 'https://a.example' } },
    'links.Our terms: "Our terms" is not a key of a link',
  ],
  ['brand.json', 'links', { imprint: { url: 'https://a.example' } }, 'links.imprint.title.en-US: is missing'],
  [
    'brand.json',
    'links',
    { about: { url: 'https://a.example', title: { 'en-US': 'We' } } },
    'links.about.title: is a text of the portal',
  ],
  ['brand.json', 'hero.de-DE', undefined, 'hero.de-DE: is missing'],
  ['tokens.json', 'dark.bg', oklch(1.4, 0, 0), 'dark.bg.$value.components.0: 1.4 is above 1'],
  ['tokens.json', 'light.ink-3', oklch(0.7, 0, 0), 'light.ink-3: on bg, a contrast of 2.39 is below 4.5'],
  ['tokens.json', 'light.line-strong', oklch(0.8, 0, 0), 'light.line-strong: on bg, a contrast of 1.67 is below 3'],
])('in %s, the %s %j is named: %s', (file, path, value, line) => {
  put(file, path, value);
  expectMistake(`${file}: ${line}`);
});

test.each<[string, string | null, string]>([
  ['brand.json', '{', 'is missing or not JSON'],
  ['art/app-icon-192.png', null, 'is missing; `npm run docs -- icons` draws it from icon.svg'],
  ['art/icon.svg', null, 'is missing'],
  ['art/pictures/news.svg', null, 'is missing'],
  ['art/logo.svg', '<text>A</text>', 'has no shapes'],
  ['art/logo.svg', '<path d="M0 0" style="fill:red"/>', 'has style or class'],
  ['art/pictures/item.svg', '<script>go()</script>', '"<script" is not allowed in a picture'],
  ['art/icon.svg', '<path onload="go()"/>', '"onload=" is not allowed in a picture'],
  ['art/scene.svg', '<image href="https://cdn.example/a.png"/>', '"href="" is not allowed in a picture'],
  ['art/pictures/item.svg', ' '.repeat(16_384), '16430 bytes, more than 16384'],
])('%s with %.40j is named: it %s', (file, content, line) => {
  if (content === null) rmSync(join(folder, file));
  else writeFileSync(join(folder, file), `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`);
  expectMistake(`${file}: ${line}`);
});

test('a fallback to a language that the brand lacks is named', () => {
  for (const [path, value] of Object.entries({
    languages: ['en-US'],
    hero: { 'en-US': 'Go' },
    fallbacks: { pt: 'de-DE' },
  }))
    put('brand.json', path, value);
  expectMistake('brand.json: fallbacks.pt: "de-DE" is not one of the languages');
});

test('an icon of another size and a missing font are named', () => {
  cpSync(join(folder, 'art/app-icon-512.png'), join(folder, 'art/app-icon-192.png'));
  expectMistake('art/app-icon-192.png: 512×512 instead of 192×192');
  put('tokens.json', 'font', FONT);
  expectMistake('moon.woff2: is missing');
});

test('a mistake stops the build with one line', () => {
  put('brand.json', 'theme', 'blue');
  const { status, stderr } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], {
    env: { ...process.env, BRAND: folder },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, `${join(folder, 'brand.json')}: theme: "blue" is not a theme\n`]);
});
