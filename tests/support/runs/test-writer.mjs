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
  /** @type {(path: string) => Promise<any>} */
  const load = (path) => vite.ssrLoadModule(`/${path}`);
  /** @type {typeof import('../../../src/qa/portal/to-test/to-test.ts')} */
  const { toTest } = await load('src/qa/portal/to-test/to-test.ts');
  /** @type {typeof import('../../../src/qa/portal/to-test/draw-pages.ts')} */
  const { drawPages } = await load('src/qa/portal/to-test/draw-pages.ts');
  /** @type {typeof import('../../../src/qa/portal/check/words-finding.ts')} */
  const { wordsFindingOf } = await load('src/qa/portal/check/words-finding.ts');
  return {
    /** A module of the project, by its path in the project. Modules that it shares with those here are loaded once. */
    load,
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
