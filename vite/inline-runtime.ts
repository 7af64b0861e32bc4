import { basename } from 'node:path';
import { minifySync, type Plugin, type Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** The last statement of the runtime; a build with source maps adds a comment. */
const EXPORTS = /export\s*\{([^}]+)\};?\s*(?:\/\/#.*\s*)?$/;
/** The helper for `require` is the result of a call. Marked as pure, it is dropped where it is not used. */
const REQUIRE_CALL = /=(?=\(\w=>typeof require)/g;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Named bindings, as in `a as b, c`. */
const bindings = (list: string): readonly (readonly [from: string, to: string])[] =>
  list.split(',').map((pair) => {
    const [from = '', to = from] = pair.trim().split(/\s+as\s+/);
    return [from, to] as const;
  });

const matchIn = (chunk: Chunk, pattern: RegExp): string => {
  const found = pattern.exec(chunk.code)?.[1];
  if (found === undefined) throw new Error(`${chunk.fileName} does not match ${pattern}`);
  return found;
};

/** The helpers that a chunk imports, in a function, because names of the runtime and the chunk collide. */
const helpersOf = (runtime: Chunk, imported: string): string => {
  const names = new Map(bindings(matchIn(runtime, EXPORTS)).map(([from, to]) => [to, from]));
  const wanted = bindings(imported);
  const fields = wanted.map(([from]) => `${from}:${names.get(from)}`);
  const locals = wanted.map(([from, to]) => `${from}:${to}`);
  const body = runtime.code.replace(EXPORTS, '').replace(REQUIRE_CALL, '=/*@__PURE__*/');
  return minifySync('runtime.js', `const{${locals}}=(()=>{${body};return{${fields}}})();`, {
    compress: true,
    mangle: { toplevel: false },
  }).code;
};

const inline = (chunk: Chunk, runtime: Chunk): void => {
  const file = escaped(basename(runtime.fileName));
  const statement = new RegExp(`import\\s*\\{([^}]+)\\}\\s*from\\s*["'\`]\\./${file}["'\`];?`);
  const helpers = helpersOf(runtime, matchIn(chunk, statement));
  chunk.code = chunk.code.replace(statement, () => helpers);
  chunk.imports = chunk.imports.filter((name) => name !== runtime.fileName);
};

/**
 * Copies the helpers of the bundler's runtime, a file of 1 kB that every page would request, into the chunks that use them. A chunk must
 * not import them from another chunk: its name is the hash of its content before this change, so a browser could combine files of two
 * builds.
 */
export const inlineRuntime = (): Plugin => ({
  name: 'inline-runtime',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  // File names are hashed before this plugin changes the code, and browsers keep a file of an earlier build for a year.
  augmentChunkHash: () => 'inline-runtime 1',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const runtime = chunks.find(({ name }) => name === 'rolldown-runtime');
      if (!runtime) return;
      for (const chunk of chunks) if (chunk.imports.includes(runtime.fileName)) inline(chunk, runtime);
      delete bundle[runtime.fileName];
    },
  },
});
