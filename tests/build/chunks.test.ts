import { expect, test } from 'vitest';
import { allFiles, type Manifest, readManifest, readOutput } from '../../bench/bundle.ts';

/** Imports and exports, and nothing else. */
const isFacade = (code: string): boolean => /^(?:import[^;]*;\s*)*export\s*\{[^}]*\}[^;]*;?\s*$/.test(code);

const chunkOf = (manifest: Manifest, name: string) => {
  const chunk = Object.values(manifest).find((one) => one.name === name);
  if (!chunk) throw new Error(`the build has no chunk ${name}`);
  return chunk;
};

test('the portal starts, and the machines of a player run, without the file of React', () => {
  const manifest = readManifest();
  const importsOf = (name: string): readonly (string | undefined)[] =>
    (chunkOf(manifest, name).imports ?? []).map((key) => manifest[key]?.name);
  expect(importsOf('start')).toEqual([]);
  expect(importsOf('signed-in')).not.toContain('renderer');
  expect(importsOf('renderer')).toContain('start');
});

test('no file only exports what another chunk contains', () => {
  const scripts = allFiles(readManifest()).filter((file) => file.endsWith('.js'));
  expect(scripts.filter((file) => isFacade(readOutput(file)))).toEqual([]);
  expect(isFacade('import{t as e}from"./api-12345678.js";export{e as createApiAdapters};')).toBe(true);
  expect(isFacade('export{t as createApiAdapters}from"./api-12345678.js";')).toBe(true);
});
