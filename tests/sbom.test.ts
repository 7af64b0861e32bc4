import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Entry = { readonly version?: string; readonly dev?: boolean };

type Component = {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string }[];
  readonly properties: readonly { readonly name: string; readonly value: string }[];
};

type Bill = { readonly bomFormat: string; readonly components: readonly Component[] };

const DEVELOPMENT = 'cdx:npm:package:development';

const lock: { readonly packages: Readonly<Record<string, Entry>> } = JSON.parse(
  readFileSync('package-lock.json', 'utf8'),
);

/** Nothing listens at this address, so a request of npm would fail. */
const OFFLINE = { npm_config_offline: 'true', npm_config_registry: 'http://127.0.0.1:1' };

const bill: Bill = JSON.parse(
  execFileSync('npm', ['run', '--silent', 'sbom'], {
    encoding: 'utf8',
    env: { ...process.env, ...OFFLINE },
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  }),
);

const isDevelopment = ({ properties }: Component): boolean => properties.some(({ name }) => name === DEVELOPMENT);

test('`npm run sbom` prints a CycloneDX bill with every package of production, without a network', () => {
  const installed = Object.entries(lock.packages).flatMap(([path, { version, dev }]) =>
    path === '' || dev ? [] : [`${path.split('node_modules/').at(-1)}@${version}`],
  );
  const listed = bill.components.filter((one) => !isDevelopment(one)).map(({ name, version }) => `${name}@${version}`);
  expect(bill.bomFormat).toBe('CycloneDX');
  expect(listed.toSorted()).toEqual([...new Set(installed)].toSorted());
});

test('each entry of the bill has a package URL and a SHA-512 checksum', () => {
  const incomplete = bill.components.filter(
    ({ purl, hashes }) => !purl.startsWith('pkg:npm/') || !hashes?.some(({ alg }) => alg === 'SHA-512'),
  );
  expect(bill.components.length).toBeGreaterThan(50);
  expect(incomplete).toEqual([]);
});
