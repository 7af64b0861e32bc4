import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isInstalled } from '../server/prepare.mjs';

type Packages = Readonly<Record<string, string>>;

type Entry = {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dependencies?: Packages;
  readonly devDependencies?: Packages;
  readonly optionalDependencies?: Packages;
};

type Lock = { readonly packages: Readonly<Record<string, Entry>> };

const read = <Content>(path: string): Content => JSON.parse(readFileSync(path, 'utf8')) as Content;

/** The project, and the packages that only `npm run mutation` installs. */
const FOLDERS = ['.', 'tests/mutation'];

const locks = FOLDERS.map((folder) => ({ folder, lock: read<Lock>(`${folder}/package-lock.json`) }));

/** Where npm looks for `name`: inside the package at `path`, then in each folder above it. */
const entryOf = ({ packages }: Lock, path: string, name: string): Entry | undefined => {
  const found = packages[`${path === '' ? '' : `${path}/`}node_modules/${name}`];
  if (found || path === '') return found;
  return entryOf({ packages }, path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1)), name);
};

const EXACT = /^\d+\.\d+\.\d+/;

/** What `npm ci` rejects on some platform: a package without an entry, or with the entry of another version. */
const gapsOf = (checked: Lock): readonly string[] =>
  Object.entries(checked.packages).flatMap(([path, entry]) =>
    Object.entries({ ...entry.dependencies, ...entry.devDependencies, ...entry.optionalDependencies }).flatMap(
      ([name, range]) => {
        const version = entryOf(checked, path, name)?.version;
        if (version === undefined) return [`${path}: no entry for ${name}@${range}`];
        return EXACT.test(range) && version !== range ? [`${path}: ${name} is ${version} instead of ${range}`] : [];
      },
    ),
  );

/** Scopes whose owner was verified: the documentation of each package gives this name. */
const SCOPES = new Set(
  `@babel @biomejs @electric-sql @emnapi @hono @inquirer @isaacs @jridgewell @mdn @napi-rs @opentelemetry @oxc-parser @oxc-project @oxc-resolver @pinojs
  @playwright @rolldown @sec-ant @seriousme @sindresorhus @standard-schema @statelyai @stryker-mutator @tybys @types @typescript @valibot @vitejs @vitest @xstate`.split(
    /\s+/,
  ),
);

const unknownScopes = ({ packages }: Lock): readonly string[] => {
  const names = Object.keys(packages).map((path) => path.split('node_modules/').at(-1) ?? '');
  const scopes = names.flatMap((name) => (name.startsWith('@') ? (name.split('/')[0] ?? '') : []));
  return [...new Set(scopes)].filter((scope) => !SCOPES.has(scope));
};

describe.each(locks)('the lock file of $folder', ({ lock }) => {
  test('`npm ci` works on every platform: each package, optional ones too, has an entry with a checksum', () => {
    expect(gapsOf(lock)).toEqual([]);
    const unchecked = Object.entries(lock.packages).filter(([path, { integrity }]) => path !== '' && !integrity);
    expect(unchecked.map(([path]) => path)).toEqual([]);
  });

  test('the lock file names no registry: each developer installs from the configured one', () => {
    const named = Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined);
    expect(named.map(([path]) => path)).toEqual([]);
  });

  test('each scope of the lock file is a known one: a misspelled scope may have another owner', () => {
    expect(unknownScopes(lock)).toEqual([]);
  });
});

test('a platform package without an entry, and one of another version, are found', () => {
  const tool = { version: '2.0.0', optionalDependencies: { '@tool/linux': '2.0.0', '@tool/windows': '2.0.0' } };
  const incomplete: Lock = {
    packages: {
      '': { devDependencies: { tool: '2.0.0' } },
      'node_modules/tool': tool,
      'node_modules/@tool/linux': { version: '1.9.0' },
    },
  };
  expect(gapsOf(incomplete)).toEqual([
    'node_modules/tool: @tool/linux is 1.9.0 instead of 2.0.0',
    'node_modules/tool: no entry for @tool/windows@2.0.0',
  ]);
});

test('`npm start` and `npm test` install again only when a package is missing or has another version', () => {
  const wanted = {
    packages: {
      '': {},
      'node_modules/tool': { version: '2.0.0' },
      'node_modules/@tool/windows': { version: '2.0.0', optional: true },
    },
  };
  const installed = (packages: Parameters<typeof isInstalled>[1]['packages']) => isInstalled(wanted, { packages });
  expect(installed({ 'node_modules/tool': { version: '2.0.0' } })).toBe(true);
  expect(installed({ 'node_modules/tool': { version: '1.9.0' } })).toBe(false);
  expect(installed({})).toBe(false);
  const other = { 'node_modules/@tool/windows': { version: '1.9.0', optional: true } };
  expect(installed({ 'node_modules/tool': { version: '2.0.0' }, ...other })).toBe(false);
});
