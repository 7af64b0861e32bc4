import { readFileSync } from 'node:fs';
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
