import { expect, test } from 'vitest';
import { allFiles, readManifest, readOutput } from '../../bench/bundle.ts';

test('a production build has no listener for messages from other windows (C67)', () => {
  const scripts = allFiles(readManifest()).filter((file) => file.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(10);
  const listening = scripts.filter((file) =>
    /addEventListener\(\s*["'`]message(?:error)?["'`]|(?:window|self|globalThis)\.onmessage\b/.test(readOutput(file)),
  );
  expect(listening).toEqual([]);
});
