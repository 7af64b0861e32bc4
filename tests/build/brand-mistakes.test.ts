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
const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
const remove = (file: string): void => rmSync(join(folder, file));

const oklch = (...components: number[]) => ({ $value: { colorSpace: 'oklch', components } });
const SVG = '<svg xmlns="http://www.w3.org/2000/svg">';

const MISTAKES: readonly (readonly [name: string, plant: () => void, line: string])[] = [
  ['no JSON', () => write('brand.json', '{'), 'brand.json: is missing or not JSON'],
  ['an unknown key', () => put('brand.json', 'slogan', 'Go'), 'brand.json: slogan: "slogan" is not a key'],
  ['a missing key', () => put('brand.json', 'legalName', undefined), 'brand.json: legalName: is missing'],
  ['an empty name', () => put('brand.json', 'name', ' '), 'brand.json: name: "" is empty'],
  ['an unknown theme', () => put('brand.json', 'theme', 'blue'), 'brand.json: theme: "blue" is not a theme'],
  [
    'no email address',
    () => put('brand.json', 'support', 'help'),
    'brand.json: support: "help" is not an email address',
  ],
  [
    'an unknown language',
    () => put('brand.json', 'languages', ['en-US', 'xx-XX']),
    'brand.json: languages.1: "xx-XX" is not a language of the portal',
  ],
  [
    'no English',
    () => put('brand.json', 'languages', ['de-DE']),
    'brand.json: languages: ["de-DE"] has no en-US, which content is written in',
  ],
  ...['https:/game.example', 'game', 'javascript:', 'intent:', 'https:', 'game.example/play', '*'].map(
    (address) =>
      [
        `the way back ${address}`,
        () => put('brand.json', 'returnTo', ['www.game.example', 'my-game:', address]),
        `brand.json: returnTo.2: "${address}" is neither a host nor the scheme of an app`,
      ] as const,
  ),
  ['a missing text', () => put('brand.json', 'hero.de-DE', undefined), 'brand.json: hero.de-DE: is missing'],
  [
    'a text of a language that is not offered',
    () => put('brand.json', 'languages', ['en-US']),
    'brand.json: hero.zh-CN: is not one of the languages',
  ],
  [
    'an unknown token',
    () => put('tokens.json', 'dark.glow', oklch(1, 0, 0)),
    'tokens.json: dark.glow: "glow" is not a key',
  ],
  ['a missing token', () => put('tokens.json', 'light.ink', undefined), 'tokens.json: light.ink: is missing'],
  [
    'an invalid color',
    () => put('tokens.json', 'dark.bg', oklch(1.4, 0, 0)),
    'tokens.json: dark.bg.$value.components.0: 1.4 is above 1',
  ],
  [
    'an unknown color space',
    () => put('tokens.json', 'dark.bg.$value.colorSpace', 'hsl'),
    'tokens.json: dark.bg.$value.colorSpace: "hsl"',
  ],
  [
    'text that is hard to read',
    () => put('tokens.json', 'light.ink-3', oklch(0.7, 0, 0)),
    'tokens.json: light.ink-3: on bg, a contrast of 2.39 is below 4.5',
  ],
  [
    'an edge that is hard to see',
    () => put('tokens.json', 'light.line-strong', oklch(0.8, 0, 0)),
    'tokens.json: light.line-strong: on bg, a contrast of 1.67 is below 3',
  ],
  [
    'an unknown shape',
    () => put('tokens.json', 'corner.shape.$value', 'wave'),
    'tokens.json: corner.shape.$value: "wave"',
  ],
  [
    'a missing font',
    () =>
      put('tokens.json', 'font', {
        headline: { $type: 'fontFamily', $value: ['Moon'], $extensions: { file: 'moon.woff2' } },
      }),
    'moon.woff2: is missing',
  ],
  ['a missing icon', () => remove('art/app-icon-192.png'), 'art/app-icon-192.png: is missing'],
  [
    'an icon of another size',
    () => cpSync(join(folder, 'art/app-icon-512.png'), join(folder, 'art/app-icon-192.png')),
    'art/app-icon-192.png: 512×512 instead of 192×192',
  ],
  ['no scene', () => remove('art/scene.svg'), 'art/scene.svg: is missing'],
  ['a missing picture', () => remove('art/pictures/news.svg'), 'art/pictures/news.svg: is missing'],
  ['a logo without shapes', () => write('art/logo.svg', `${SVG}<text>A</text></svg>`), 'art/logo.svg: has no shapes'],
  [
    'a logo with styles',
    () => write('art/logo.svg', `${SVG}<path d="M0 0" style="fill:red"/></svg>`),
    'art/logo.svg: has style or class',
  ],
  [
    'a script in a picture',
    () => write('art/pictures/item.svg', `${SVG}<script>go()</script></svg>`),
    'art/pictures/item.svg: "<script" is not allowed in a picture',
  ],
  [
    'a handler in a picture',
    () => write('art/icon.svg', `${SVG}<path onload="go()"/></svg>`),
    'art/icon.svg: "onload=" is not allowed in a picture',
  ],
  [
    'a picture that requests another file',
    () => write('art/scene.svg', `${SVG}<image href="https://cdn.example/a.png"/></svg>`),
    'art/scene.svg: "href="" is not allowed in a picture',
  ],
  [
    'an oversized picture',
    () => write('art/pictures/item.svg', `${SVG}${' '.repeat(16_384)}</svg>`),
    'art/pictures/item.svg: 16430 bytes, more than 16384',
  ],
];

test('the folder of the brand has no mistake', () => {
  expect(readBrandFolder(folder).brand.languages).toContain('en-US');
});

test.each(MISTAKES)('%s is named with its file, key and value in one line', (_, plant, line) => {
  plant();
  let message = '';
  try {
    readBrandFolder(folder);
  } catch (error) {
    message = error instanceof Error ? error.message : '';
  }
  expect(message.startsWith(join(folder, line)), message).toBe(true);
  expect(message).not.toContain('\n');
});

test('a mistake stops the build with one line', () => {
  put('brand.json', 'theme', 'blue');
  const { status, stderr } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], {
    env: { ...process.env, BRAND: folder },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, `${join(folder, 'brand.json')}: theme: "blue" is not a theme\n`]);
});
