import browserData from '@mdn/browser-compat-data' with { type: 'json' };
import { expect, test } from 'vitest';
import { allFiles, readManifest, readOutput } from '../../bench/bundle.ts';
import { SUPPORTED_BROWSERS } from '../../vite/supported-browsers.ts';

type Support = { readonly version_added?: string | boolean | null };
type Entry = { readonly __compat?: { readonly support: Readonly<Record<string, Support | readonly Support[]>> } } & {
  readonly [name: string]: unknown;
};
type Data = { readonly api: Entry; readonly javascript: { readonly builtins: Entry } };

const data = browserData as unknown as Data;

/** Functions that the code uses only where the browser has them. */
const OPTIONAL: Readonly<Record<string, string>> = {
  'Intl.Segmenter': 'src/views/order/player-text.ts splits into code points instead',
};

const isSince = (added: string, oldest: string): boolean => {
  const [one = [], other = []] = [added, oldest].map((text) => text.split('.').map(Number));
  const at = [0, 1].find((index) => (one[index] ?? 0) !== (other[index] ?? 0));
  return at === undefined || (one[at] ?? 0) < (other[at] ?? 0);
};

const isSupported = ({ __compat }: Entry): boolean =>
  Object.entries(SUPPORTED_BROWSERS).every(([browser, oldest]) => {
    const found = __compat?.support[browser];
    const { version_added: added } = (Array.isArray(found) ? found[0] : found) ?? {};
    return typeof added === 'string'
      ? isSince(added.replace(/[^\d.]/g, ''), oldest)
      : added !== false && added !== null;
  });

const entriesOf = (owner: Entry): readonly (readonly [string, Entry])[] =>
  Object.entries(owner).filter(([name]) => name !== '__compat') as [string, Entry][];

const owners = [
  ...entriesOf(data.javascript.builtins),
  ...entriesOf(data.javascript.builtins['Intl'] as Entry),
  ...entriesOf(data.api),
];
const members = owners.flatMap(([owner, entry]) =>
  entriesOf(entry)
    .filter(([name, { __compat }]) => __compat && /^[\w$]+$/.test(name))
    .map(([name, member]) => ({
      owner,
      name: name.replace(/_(?:static|event)$/, ''),
      isStatic: name.endsWith('_static') || /^(?:Atomics|Intl|JSON|Math|Reflect)$/.test(owner),
      isNewer: !isSupported(member),
    })),
);
/** A name that also belongs to an old interface says nothing. */
const known = new Set(members.filter(({ isNewer }) => !isNewer).map(({ name }) => name));

const NEWER_MEMBERS = new Set(
  members.filter(({ isNewer, isStatic, name }) => isNewer && !isStatic && !known.has(name)).map(({ name }) => name),
);
const NEWER_STATICS = new Set(
  members.filter(({ isNewer, isStatic }) => isNewer && isStatic).map(({ owner, name }) => `${owner}.${name}`),
);
const NEWER_OBJECTS = new Set(
  owners.filter(([, entry]) => entry.__compat && !isSupported(entry)).map(([name]) => name),
);

/** Functions and objects of `code` that an oldest supported browser lacks. */
const newerIn = (code: string): readonly string[] => {
  const used = [
    ...[...code.matchAll(/\.([A-Za-z]\w*)\(/g)].map(([, name = '']) => name).filter((name) => NEWER_MEMBERS.has(name)),
    ...[...code.matchAll(/\b([A-Z]\w+\.\w+)\(/g)]
      .map(([, name = '']) => name)
      .filter((name) => NEWER_STATICS.has(name)),
    ...[...code.matchAll(/\bnew ([A-Z]\w+)/g)].map(([, name = '']) => name).filter((name) => NEWER_OBJECTS.has(name)),
  ];
  return [...new Set(used)].filter((name) => OPTIONAL[name] === undefined).toSorted();
};

test.each([
  ['list.toSorted()', []],
  ['list.groupBy', []],
  ['Object.groupBy(list, key)', ['groupBy']],
  ['Promise.withResolvers()', ['withResolvers']],
  ['AbortSignal.any([one, other])', ['AbortSignal.any']],
  ['set.isSubsetOf(other)', ['isSubsetOf']],
  ['menu.togglePopover()', ['togglePopover']],
  ['new Intl.Segmenter("de")', []],
  ['iterator.toArray()', ['toArray']],
  ['URL.parse(text)', ['URL.parse']],
  ['document.startViewTransition(draw)', ['startViewTransition']],
  ['new CloseWatcher()', ['CloseWatcher']],
  ['Promise.any(list)', []],
])('%s: %j', (code, newer) => {
  expect(newerIn(code)).toEqual(newer);
});

test('BRWS-01 · no file of the build uses a function that the oldest supported browsers lack', () => {
  const files = [...allFiles(readManifest()).filter((file) => file.endsWith('.js')), 'service-worker.js'];
  expect(files.length).toBeGreaterThan(20);
  const found = files.map((file) => [file, newerIn(readOutput(file))] as const).filter(([, names]) => names.length > 0);
  expect(found).toEqual([]);
});
