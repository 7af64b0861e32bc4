import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { languages } from 'virtual:i18n/bundles';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(path, 'utf8');

const staticImports = (path: string): string[] =>
  [...read(path).matchAll(/^(?:import|export)\s[^'";]*?from\s*'(\.[^']+)'/gm)]
    .filter(([statement]) => !/^import type\b/.test(statement))
    .map(([, specifier = '']) => normalize(join(dirname(path), specifier)))
    .filter((target) => /\.tsx?$/.test(target) && existsSync(target));

const reached = (path: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const target of staticImports(path)) reached(target, seen);
  return seen;
};

/** Views that can render before the texts of the signed-in half. */
const EARLY = [
  'src/app/render-portal.tsx',
  ...['login/login', 'logout/logout', 'forbidden/forbidden', 'not-found/not-found', 'home/home'].map(
    (view) => `src/views/${view}.view.tsx`,
  ),
];

test.each(EARLY)('%s uses only namespaces that every visitor loads (I18N-04)', async (entry) => {
  const early = await languages['en-US'].first();
  const used = [...reached(entry)].flatMap((path) =>
    [...read(path).matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(([, names = '']) =>
      [...names.matchAll(/'(\w+)'/g)].map(([, namespace = '']) => `${path}: ${namespace}`),
    ),
  );
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((use) => !Object.hasOwn(early.texts, use.split(': ')[1] ?? ''))).toEqual([]);
});
