import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** The export of the packages that has the exports of the bundler's runtime as its fields. */
const RUNTIME = 'bundlerRuntime';
/** The last statement; a build with source maps adds a comment. */
const EXPORTS = /export\s*\{([^}]+)\};?\s*(?:\/\/#.*\s*)?$/;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const replaceIn = (chunk: Chunk, pattern: RegExp, replace: (match: string, names: string) => string): void => {
  if (!pattern.test(chunk.code)) throw new Error(`${chunk.fileName} does not match ${pattern}`);
  chunk.code = chunk.code.replace(pattern, replace);
};

/** Named bindings, as in `a as b, c`. */
const bindings = (list: string): readonly (readonly [from: string, to: string])[] =>
  list.split(',').map((pair) => {
    const [from = '', to = from] = pair.trim().split(/\s+as\s+/);
    return [from, to] as const;
  });

const importOf = (file: string): RegExp =>
  new RegExp(`import\\s*\\{([^}]+)\\}\\s*from\\s*["'\`]\\./${escaped(basename(file))}["'\`];?`);

const unpacked = (imported: string): string =>
  `const{${bindings(imported).map(([from, to]) => `${from}:${to}`)}}=${RUNTIME};`;

/** In a function, because the names of the two chunks collide. */
const embed = (packages: Chunk, runtime: Chunk): void => {
  const [, names = ''] = EXPORTS.exec(runtime.code) ?? [];
  const fields = bindings(names).map(([from, to]) => `${to}:${from}`);
  const body = runtime.code.replace(EXPORTS, `return{${fields}}`);
  replaceIn(
    packages,
    importOf(runtime.fileName),
    (_, names) => `const ${RUNTIME}=(()=>{${body}})();${unpacked(names)}`,
  );
  replaceIn(packages, EXPORTS, (_, names) => `export{${names},${RUNTIME}};`);
  packages.imports = packages.imports.filter((file) => file !== runtime.fileName);
};

const importFrom = (packages: Chunk, runtime: Chunk, chunk: Chunk): void => {
  const packagesFile = basename(packages.fileName);
  replaceIn(
    chunk,
    importOf(runtime.fileName),
    (_, names) => `import{${RUNTIME}}from"./${packagesFile}";${unpacked(names)}`,
  );
  chunk.imports = [...new Set(chunk.imports.map((file) => (file === runtime.fileName ? packages.fileName : file)))];
};

/**
 * Moves the bundler's runtime, a file of 1 kB that every page would request, into the chunk of the packages. The bundler does not offer its
 * runtime to a group.
 */
export const runtimeChunk = (): Plugin => ({
  name: 'runtime-chunk',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  // File names are hashed before this plugin changes the code, and browsers keep a file of an earlier build for a year.
  augmentChunkHash: () => 'runtime-chunk 1',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const packages = chunks.find(({ name }) => name === 'packages');
      const runtime = chunks.find(({ name }) => name === 'rolldown-runtime');
      if (!packages || !runtime) return;
      for (const chunk of chunks)
        if (chunk !== packages && chunk.imports.includes(runtime.fileName)) importFrom(packages, runtime, chunk);
      embed(packages, runtime);
      delete bundle[runtime.fileName];
    },
  },
});
