import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { trackedFiles } from '../support/tracked-files.ts';

const files = trackedFiles('src').filter((path) => /\.(?:tsx?|module\.css)$/.test(path));
/** Modules whose classes the code selects by a computed name. The test looks for these classes as quoted words in src/ui or src/qa. */
const PICKED: readonly string[] = [
  'src/ui/button.module.css',
  'src/qa/apps/viewer/chart.module.css',
  'src/qa/apps/viewer/panes.module.css',
];
const modules = files.filter((path) => path.endsWith('.module.css'));

const definedIn = (path: string): ReadonlySet<string> => {
  const selectors = readFileSync(path, 'utf8').replace(
    /\/\*[\s\S]*?\*\/|\{[^{}]*\}|"[^"]*"|:global\([^)]*\)|@[^{;]*[{;]/g,
    ' ',
  );
  return new Set([...selectors.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = '']) => name));
};

/** `<module> .<class>` of each `css['class']` in the code. */
const used = new Set(
  files
    .filter((path) => !path.endsWith('.css'))
    .flatMap((path) => {
      const code = readFileSync(path, 'utf8');
      const imports = [...code.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)';$/gm)];
      return imports.flatMap(([, name = '', specifier = '']) =>
        [...code.matchAll(new RegExp(`\\b${name}\\['([^']+)'\\]`, 'g'))].map(
          ([, used = '']) => `${join(dirname(path), specifier)} .${used}`,
        ),
      );
    }),
);
const defined = new Set(modules.flatMap((path) => [...definedIn(path)].map((name) => `${path} .${name}`)));

const isPicked = (name: string): boolean => {
  const [path = '', word = ''] = name.split(' .');
  if (!PICKED.includes(path)) return false;
  const area = `${path.split('/').slice(0, 2).join('/')}/`;
  const code = files.filter((file) => !file.endsWith('.css') && file.startsWith(area));
  return code.some((file) => readFileSync(file, 'utf8').includes(`'${word}'`));
};

test('every class of a CSS module is used', () => {
  expect(defined.size).toBeGreaterThan(300);
  expect([...defined].filter((name) => !used.has(name) && !isPicked(name))).toEqual([]);
});

test('every class that code names exists in its CSS module', () => {
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
});

test('no two CSS modules have the same file name, which is the first half of their class names', () => {
  const names = modules.map((path) => basename(path));
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

const COMMENT = /\/\*[\s\S]*?\*\//g;
const HOVER_BLOCK = /@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g;

const stylesheets = trackedFiles('src').filter((path) => path.endsWith('.css'));

/** Selectors with `:hover` outside of `@media (hover: hover)`. */
const unguarded = (css: string): readonly string[] =>
  [
    ...css
      .replace(COMMENT, '')
      .replace(HOVER_BLOCK, '')
      .matchAll(/[^{}]*:hover[^{}]*(?=\{)/g),
  ].map(([selector]) => selector.trim());

test('a touch screen keeps no hover style: every :hover rule is inside @media (hover: hover)', () => {
  expect(stylesheets.filter((path) => /:hover/.test(readFileSync(path, 'utf8'))).length).toBeGreaterThan(15);
  expect(
    stylesheets.flatMap((path) => unguarded(readFileSync(path, 'utf8')).map((selector) => `${path}: ${selector}`)),
  ).toEqual([]);
});
