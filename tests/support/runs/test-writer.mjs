import { spawnSync } from 'node:child_process';
import { basename, dirname, join, relative, sep } from 'node:path';
import { ROOT } from '../../../server/prepare.mjs';
import { createSourceServer } from '../api/source-server.mjs';

/** @typedef {import('../../../src/qa/core/replay/finding.ts').Finding} Finding */

const BROWSER_TESTS = join(ROOT, 'tests/browser');

/** A test in the style of the project. @param {string} text */
const formatted = (text) => {
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
  const made = spawnSync(process.execPath, [biome, 'format', '--stdin-file-path=recorded.spec.ts'], {
    cwd: ROOT,
    input: text,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(made.stderr);
  return made.stdout;
};

/**
 * Writes Playwright tests from recordings. `target`: the path of the test, for its imports. `expects`: words that the tester expects on the
 * last page. `finding`: what is wrong in the recording.
 */
export const createTestWriter = async () => {
  process.env['NODE_ENV'] = 'production';
  const vite = await createSourceServer();
  const { toTest } = /** @type {typeof import('../../../src/qa/portal/to-test/to-test.ts')} */ (
    await vite.ssrLoadModule('/src/qa/portal/to-test/to-test.ts')
  );
  const { drawPages } = /** @type {typeof import('../../../src/qa/portal/to-test/draw-pages.ts')} */ (
    await vite.ssrLoadModule('/src/qa/portal/to-test/draw-pages.ts')
  );
  const { wordsFindingOf } = /** @type {typeof import('../../../src/qa/portal/check/words-finding.ts')} */ (
    await vite.ssrLoadModule('/src/qa/portal/check/words-finding.ts')
  );
  return {
    /** @type {typeof wordsFindingOf} */
    wordsFinding: wordsFindingOf,
    /** @type {(recording: string, target: string, expects?: string | null, finding?: Finding) => ReturnType<typeof toTest>} */
    write: async (recording, target, expects = null, finding = undefined) => {
      const models = relative(dirname(target), BROWSER_TESTS).replaceAll(sep, '/') || '.';
      const result = await toTest(recording, {
        title: basename(target, '.spec.ts'),
        expects,
        finding,
        models,
        draw: drawPages,
      });
      return result.ok ? { ok: true, text: formatted(result.text) } : result;
    },
    close: () => vite.close(),
  };
};
