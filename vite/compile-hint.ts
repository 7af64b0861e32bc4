import type { Plugin } from 'vite';

/** V8 compiles every function of such a file on another thread while the file downloads. Other engines ignore the comment. */
const HINT = '//# allFunctionsCalledOnLoad\n';

/** Chunks of the first views of a player and a visitor. */
const CHUNKS: ReadonlySet<string> = new Set(['start', 'renderer', 'signed-in', 'frame', 'home-and-news', 'top-up']);

/** Lets the browser compile the code of a first view before it runs. See decision 7. */
export const compileHint = (): Plugin => ({
  name: 'compile-hint',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  // File names are hashed before this plugin changes the code, and browsers keep a file of an earlier build for a year.
  augmentChunkHash: ({ name }) => (CHUNKS.has(name) ? 'compile-hint 1' : undefined),
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && CHUNKS.has(file.name)) file.code = HINT + file.code;
    },
  },
});
