import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { languages } from 'virtual:i18n/bundles';
import { expect, test } from 'vitest';
import { FAILURE_REASONS } from '../../machines/kernel/failure.ts';
import { ORDER_STATUSES } from '../../machines/order/order.status.ts';
import { trackedFiles } from '../support/tracked-files.ts';
import { localeFiles, SOURCE, withoutPlural } from './locale-files.ts';

const known = new Set([...(localeFiles.get(SOURCE) ?? new Map<string, string>()).keys()].map(withoutPlural));

const code = trackedFiles('src')
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  .map((path) => readFileSync(path, 'utf8').replaceAll(/\(\s+/g, '('))
  .join('\n');

/** Keys that a type builds: the texts of a reason and of a status. */
const TYPED = new Set([
  ...FAILURE_REASONS.map((reason) => `errors:${reason}`),
  ...[...code.matchAll(/`status\.\$\{[^}]+\}\.(\w+)`/g)].flatMap(([, part]) =>
    ['unknown', ...ORDER_STATUSES].map((status) => `order:status.${status}.${part}`),
  ),
]);

/** A text of index.html, which vite/page-texts.ts writes into it. */
const PAGE_KEYS = ['page:refused'];

/** A key is the first argument of a call, or a row of a typed list. The compiler refuses one that does not exist. */
const isNamed = (key: string): boolean => {
  const [namespace = '', path = ''] = key.split(':');
  return (
    [path, key].some((name) => code.includes(`('${name}'`)) ||
    (/^(?:notices|order)$/.test(namespace) && code.includes(`'${path}'`))
  );
};

test('every text is used', () => {
  const unused = [...known].filter((key) => !TYPED.has(key) && !PAGE_KEYS.includes(key) && !isNamed(key));
  expect(unused).toEqual([]);
});

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
