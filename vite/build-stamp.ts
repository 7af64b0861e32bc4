import { rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Deletes the stamp of a build when any build begins to replace it. `server/prepare.mjs` writes the stamp after its own builds, so it repeats a
 * build that was replaced in the meantime.
 */
export const buildStamp = (): Plugin => {
  let folder = '';
  return {
    name: 'build-stamp',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    buildStart: () => rmSync(join(dirname(folder), `.${basename(folder)}`), { force: true }),
  };
};
