import browserData from '@mdn/browser-compat-data/forLegacyNode';
import { expect, test } from 'vitest';
import { allFiles, readManifest, readOutput } from '../../bench/bundle.ts';
import { bundlePageScripts } from '../../vite/page-scripts.ts';
import { SUPPORTED_BROWSERS } from '../../vite/supported-browsers.ts';

type Support = {
  readonly version_added?: string | boolean | null;
  readonly flags?: unknown;
  readonly prefix?: unknown;
  readonly alternative_name?: unknown;
};
type Compat = {
  readonly support: Readonly<Record<string, Support | readonly Support[]>>;
  readonly spec_url?: string | readonly string[];
};
type Entry = { readonly __compat?: Compat } & { readonly [name: string]: unknown };
type Data = { readonly api: Entry; readonly javascript: { readonly builtins: Entry } };
/** An object of the language or of the page, such as `Array` or `Document`. */
type Owner = { readonly name: string; readonly entry: Entry; readonly isLanguage: boolean };

const data = browserData as unknown as Data;

/** Newer functions and objects that the build may use, with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {
  'Intl.Segmenter': 'src/views/order/player-name.view.tsx splits into code points instead',
  'Error.captureStackTrace': 'ofetch checks for it',
  getTextInfo: 'i18next checks for it',
  startViewTransition: 'React catches its absence, and no view uses it',
  take: 'a method of the store of typed passwords, which Iterator has too',
};

/** Objects of the page whose methods are checked. The names of others collide too often with methods of packages. */
const PAGE_OBJECTS =
  /^(?:Window|Document|Element|HTML(?:Dialog|Form|Image|Input|Select|TextArea)?Element|Node|Event|EventTarget|Navigator|History|Range|Selection|Blob|File|FormData|Headers|Request|Response|URL|URLSearchParams|AbortSignal|Crypto|Storage|ReadableStream|BroadcastChannel|Cache|CacheStorage|Clients?|FetchEvent)$/;

const versionOf = (text: string): readonly number[] => text.replace(/^≤/, '').split('.').map(Number);

const isUpTo = (added: string, oldest: string): boolean => {
  const [one, other] = [versionOf(added), versionOf(oldest)];
  const at = [0, 1].find((index) => (one[index] ?? 0) !== (other[index] ?? 0));
  return at === undefined || (one[at] ?? 0) < (other[at] ?? 0);
};

type Browsers = Readonly<Record<keyof typeof SUPPORTED_BROWSERS, string>>;

/** The first versions that run the syntax of `OLDEST_SYNTAX`. */
const BROWSERS_OF_2017: Browsers = { chrome: '51', edge: '15', firefox: '54', safari: '10' };

/** A function with a known flaw counts as supported. */
const isSupported = ({ __compat }: Entry, browsers: Browsers): boolean =>
  Object.entries(browsers).every(([browser, oldest]) => {
    const entries = __compat?.support[browser] ?? [];
    return [entries].flat().some(({ version_added: added, flags, prefix, alternative_name }: Support) => {
      if (flags || prefix || alternative_name) return false;
      return typeof added === 'string' ? isUpTo(added, oldest) : added === true;
    });
  });

const entriesOf = (owner: Entry): readonly (readonly [string, Entry])[] =>
  Object.entries(owner).filter(([name]) => name !== '__compat') as [string, Entry][];

const ownersOf = (entry: Entry, isLanguage: boolean): readonly Owner[] =>
  entriesOf(entry).map(([name, owner]) => ({ name, entry: owner, isLanguage }));

const owners = [
  ...ownersOf(data.javascript.builtins, true),
  ...ownersOf(data.javascript.builtins['Intl'] as Entry, true),
  ...ownersOf(data.api, false),
];

/** The address of a method in the specification of the language contains "prototype", that of a static function does not. */
const hasPrototype = ({ __compat }: Entry): boolean =>
  [__compat?.spec_url ?? []].flat().some((url) => url.includes('prototype'));

const found = (code: string, pattern: RegExp, names: ReadonlySet<string>): readonly string[] =>
  [...code.matchAll(pattern)].map(([, name = '']) => name).filter((name) => names.has(name));

/** Finds the functions and objects of a script that one of these browsers lacks. */
const finderFor = (browsers: Browsers) => {
  const members = owners.flatMap(({ name: owner, entry, isLanguage }) =>
    entriesOf(entry)
      .filter(([name, { __compat }]) => __compat && /^[a-z]\w*$/i.test(name) && name !== owner)
      .map(([name, member]) => ({
        owner,
        isLanguage,
        isStatic: isLanguage ? !hasPrototype(member) : name.endsWith('_static'),
        name: name.replace(/_(?:static|event)$/, ''),
        isNewer: !isSupported(member, browsers),
      })),
  );
  const newerMembers = members.filter(({ isNewer }) => isNewer);
  /** A name that also belongs to an older object says nothing about a method. */
  const known = new Set(members.filter(({ isNewer }) => !isNewer).map(({ name }) => name));
  const newerObjects = new Set(
    owners.filter(({ entry }) => entry.__compat && !isSupported(entry, browsers)).map(({ name }) => name),
  );
  /** Every iterator has the methods of `Iterator`. Those of other newer objects need the object, which is found itself. */
  const hasReachableMethods = ({ owner, isLanguage }: (typeof members)[number]): boolean =>
    isLanguage ? owner === 'Iterator' || !newerObjects.has(owner) : PAGE_OBJECTS.test(owner);
  const newerMethods = new Set(
    newerMembers
      .filter((member) => !member.isStatic && !known.has(member.name) && hasReachableMethods(member))
      .map(({ name }) => name),
  );
  const newerStatics = new Set(
    newerMembers.filter(({ isStatic }) => isStatic).map(({ owner, name }) => `${owner}.${name}`),
  );
  return (code: string): readonly string[] => {
    const statics = found(code, /\b([A-Z]\w*\.\w+)\(/g, newerStatics);
    const methods = found(code, /\.([A-Za-z]\w*)\(/g, newerMethods);
    const objects = found(code, /\bnew ([A-Z]\w*)/g, newerObjects);
    return [...new Set([...statics, ...methods, ...objects])].filter((name) => ALLOWED[name] === undefined).toSorted();
  };
};

const newerIn = finderFor(SUPPORTED_BROWSERS);

test.each([
  ['list.toSorted()', []],
  ['Object.groupBy(list, key)', ['Object.groupBy']],
  ['set.isSubsetOf(other)', ['isSubsetOf']],
  ['new Intl.Segmenter("de")', []],
  ['iterator.toArray()', ['toArray']],
  ['URL.canParse(text)', ['URL.canParse']],
  ['new CloseWatcher()', ['CloseWatcher']],
])('%s: %j', (code, newer) => {
  expect(newerIn(code)).toEqual(newer);
});

/** The scripts in index.html. */
const pageScripts = [...readOutput('index.html').matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
  ([, code = '']) => code,
);

test('no file of the build uses a function that the oldest supported browsers lack (BRWS-01)', () => {
  const files = [...allFiles(readManifest()).filter((file) => file.endsWith('.js')), 'service-worker.js'];
  expect(files.length).toBeGreaterThan(20);
  const codes = [
    ...files.map((file) => [file, readOutput(file)] as const),
    ['index.html', pageScripts.join('\n')] as const,
  ];
  const uses = codes.map(([file, code]) => [file, newerIn(code)] as const).filter(([, names]) => names.length > 0);
  expect(uses).toEqual([]);
});

test('a browser that is too old has the functions of the script that finds that out (BRWS-02)', async () => {
  const newerThanOld = finderFor(BROWSERS_OF_2017);
  expect(newerThanOld('list.toSorted(); list.flat(); Object.hasOwn(a, b)')).toEqual([
    'Object.hasOwn',
    'flat',
    'toSorted',
  ]);
  const check = await bundlePageScripts(process.cwd()).__BROWSER_CHECK__();
  expect(pageScripts[0]).toBe(check);
  expect(newerThanOld(check)).toEqual([]);
});
