import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FAILURE_REASONS } from '../../machines/kernel/failure.ts';
import { ORDER_STATUSES } from '../../machines/order/order.status.ts';
import { localeFiles, SOURCE, withoutPlural } from './locale-files.ts';

const source = localeFiles.get(SOURCE) ?? new Map<string, string>();
const known = new Set([...source.keys()].map(withoutPlural));

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  .map((path) => ({ path, code: readFileSync(path, 'utf8') }));

type Hook = { readonly namespace: string; readonly call: string };

/** Finds `const { t } = useTranslation('order')`, also with several namespaces or with `t: word`: each function with its namespace. */
const hooksOf = (code: string): Hook[] =>
  [...code.matchAll(/const \{([^}]*)\} = useTranslation\(([^)]*)\)/g)].flatMap(([, names = '', given = '']) => {
    const call = /\bt(?:: (\w+))?\b/.exec(names);
    const namespaces = [...given.matchAll(/'(\w+)'/g)].map(([, namespace = '']) => namespace);
    return call
      ? (namespaces.length > 0 ? namespaces : ['portal']).map((namespace) => ({ namespace, call: call[1] ?? 't' }))
      : [];
  });

const callsOf = (code: string, call: string): string[] =>
  [...code.matchAll(new RegExp(`\\b${call}\\(\\s*'([^']+)'`, 'g'))].map(([, key = '']) => key);

/** Lists of keys of one namespace, which a closed union names. */
const TABLES: Readonly<Record<string, string>> = {
  'src/views/shell/toast-text.ts': 'notices',
};

/** Each reason is its own key; the compiler checks that the key exists. */
const reasonKeys = FAILURE_REASONS.map((reason) => `errors:${reason}`);

/** Files whose keys the compiler checks: texts of a reason and of a status. */
const TYPED = ['src/i18n/failure-text.ts', 'src/views/order/status-text.ts'];

/** Finds `status.${status}.hint` and 'status.unknown.hint', and returns the keys of one or of all statuses. */
const statusKeys = (code: string): string[] =>
  [...code.matchAll(/[`']status\.(\$\{\w+(?:\(\w+\))?\}|\w+)\.(\w+)[`']/g)].flatMap(([, status = '', part]) =>
    [...(status.startsWith('$') ? ['unknown', ...ORDER_STATUSES] : [status])].map(
      (one) => `order:status.${one}.${part}`,
    ),
  );

const tableKeys = (path: string, code: string): string[] => {
  const namespace = TABLES[path];
  if (namespace === undefined) return [];
  return [...code.matchAll(/^ {2}'(\w+)',$/gm)].map(([, key]) => `${namespace}:${key}`);
};

/** A text that vite/page-texts.ts writes into index.html. */
const PAGE_KEYS = ['page:refused'];

const usedKeys = (path: string, code: string): string[] => {
  const named = hooksOf(code).map(({ namespace, call }) =>
    callsOf(code, call).map((key) => ({ namespaces: [namespace], key })),
  );
  const namespaces = [...new Set(hooksOf(code).map(({ namespace }) => namespace))];
  const loose = [...code.matchAll(/i18n\.t\(\s*'([^']+)'/g)].map(([, key = '']) => key);
  return [
    ...named.flat().flatMap(({ key }) => (key.includes(':') ? [key] : namespaces.map((name) => `${name}:${key}`))),
    ...loose,
    ...statusKeys(code),
    ...tableKeys(path, code),
  ];
};

test('every text is used', () => {
  const used = new Set([...reasonKeys, ...PAGE_KEYS, ...files.flatMap(({ path, code }) => usedKeys(path, code))]);
  expect([...known].filter((key) => !used.has(key))).toEqual([]);
});

/** Calls whose key is not a single literal: a template, a concatenation, a variable. */
const builtKeys = (code: string): string[] =>
  hooksOf(code)
    .flatMap(({ call }) => [
      ...code.matchAll(new RegExp(`(?<![\\w.'"])${call}\\(\\s*(?!'[^']+'\\s*[,)])[^)]*\\)`, 'g')),
    ])
    .map(([found]) => found);

test('a key is always a literal, never computed', () => {
  const built = files
    .filter(({ path }) => !(path in TABLES) && !TYPED.includes(path))
    .flatMap(({ path, code }) => builtKeys(code).map((found) => `${path}: ${found}`));
  expect(built).toEqual([]);
});

test('a computed key is detected', () => {
  const hook = "const { t } = useTranslation('order');\n";
  const wrong = [
    "t('label.' + name)",
    ['`$', '{t(`label.$', '{name}`)}`'].join(''),
    't(key)',
    "t(\n    open ? 'a' : 'b',\n  )",
  ];
  expect(wrong.map((code) => builtKeys(hook + code).length)).toEqual([1, 1, 1, 1]);
  expect(builtKeys(`${hook}t('label.paid'); t('when', { at: text(at) }); list.at(key); start(key)`)).toEqual([]);
});
