import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_BUILD } from '../../server/demo-environment.mjs';
import { WIRE_SAMPLES } from '../support/api/fake-api.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-build-'));

/** The build of `npm run build` with source maps. No test here reads the compressed copies, which take half of its time. */
const BUILD = `
  import { build, loadConfigFromFile } from 'vite';
  const { config } = await loadConfigFromFile({ command: 'build', mode: 'production' });
  const plugins = config.plugins.filter((plugin) => plugin.name !== 'precompress');
  const target = { ...config.build, sourcemap: true, outDir: process.argv[1] };
  await build({ ...config, plugins, build: target, configFile: false, logLevel: 'error' });
`;

const outputs = (): readonly { readonly name: string; readonly text: string }[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.(?:br|gz)$/.test(entry.name))
    .map((entry) => ({ name: entry.name, text: readFileSync(join(entry.parentPath, entry.name), 'utf8') }));

beforeAll(() => {
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', BUILD, folder], {
    env: { ...process.env, ...DEMO_BUILD, NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('no file of QA or of the diagnosis is among the sources of a production build (INSP-07)', () => {
  const sources = outputs()
    .filter(({ name }) => name.endsWith('.map'))
    .flatMap(({ text }) => (JSON.parse(text) as { readonly sources: readonly string[] }).sources);
  expect(sources.some((source) => source.endsWith('src/main.tsx'))).toBe(true);
  expect(sources.filter((source) => /src\/qa\/|\/diagnosis\.|@statelyai|elkjs/.test(source))).toEqual([]);
});

test('no QA text is in the files that a player downloads (INSP-07)', () => {
  const WORDS =
    /portalQa|portal\.flow|qa\.entry|qa\/apps\/instrumentation|statelyai|stately\.ai|xstateinspector|no money moves|content="qa"/;
  const downloaded = outputs().filter(({ name }) => !name.endsWith('.map'));
  const found = downloaded.flatMap(({ name, text }) => {
    const [word] = WORDS.exec(text) ?? [];
    return word ? [`${name}: ${word}`] : [];
  });
  expect(found).toEqual([]);
  expect(outputs().filter(({ name }) => name.endsWith('.html'))).toHaveLength(1);
});

test('no schema of a request is in the files that a player downloads, but that of each response is', () => {
  const code = outputs().filter(({ name }) => name.endsWith('.js'));
  const calls = code.flatMap(({ text }) => text.match(/needsSession:.{0,200}?result:/gs) ?? []);
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.filter((call) => call.includes('request:'))).toEqual([]);
});

const descriptions = (): readonly string[] =>
  readdirSync('machines', { withFileTypes: true, recursive: true })
    .filter(({ name }) => name.endsWith('.machine.ts'))
    .map(({ name, parentPath }) => readFileSync(join(parentPath, name), 'utf8'))
    .flatMap((code) => [...code.matchAll(/description:\s*'([^']+)'/g)].map(([, text = '']) => text));

const samples = (): readonly string[] =>
  [...JSON.stringify(WIRE_SAMPLES.map(({ result }) => result)).matchAll(/:"([^"]{12,})"/g)].map(
    ([, text = '']) => text,
  );

test.each([
  ['description of a machine', descriptions],
  ['sample of a call', samples],
])('no %s is in the files that a player downloads', (_, textsOf) => {
  const code = outputs().filter(({ name }) => name.endsWith('.js'));
  expect(textsOf().length).toBeGreaterThan(20);
  expect(textsOf().filter((text) => code.some((file) => file.text.includes(text)))).toEqual([]);
});
