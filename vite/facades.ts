import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** Named bindings, as in `a as b, c`. */
const bindings = (list: string): readonly (readonly [from: string, to: string])[] =>
  list.split(',').map((pair) => {
    const [from = '', to = from] = pair.trim().split(/\s+as\s+/);
    return [from, to] as const;
  });

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Re-exports of another chunk and nothing else: what the bundler writes for a dynamic import of a grouped module. */
const FACADE = /^export\s*\{([^}]+)\}\s*from\s*["'`]\.\/([^"'`]+)["'`];?\s*$/;

const importFromTarget = (chunk: Chunk, facade: Chunk): void => {
  const [, names = '', target = ''] = FACADE.exec(facade.code) ?? [];
  const fields = bindings(names).map(([from, to]) => `${to}:e.${from}`);
  const call = new RegExp(`import\\(\\s*["'\`]\\./${escaped(basename(facade.fileName))}["'\`]\\s*\\)`, 'g');
  chunk.code = chunk.code.replace(call, () => `import("./${target}").then(e=>({${fields}}))`);
};

const RUNTIME_NAME = 'rolldownRuntime';
const EXPORTS = /export\s*\{([^}]+)\};?\s*$/;

/** `const` with the runtime's exports under the names that a chunk imports them by. */
const unpacked = (imported: string): string =>
  `const{${bindings(imported).map(([from, to]) => `${from}:${to}`)}}=${RUNTIME_NAME};`;

const importOf = (file: string): RegExp =>
  new RegExp(`import\\s*\\{([^}]+)\\}\\s*from\\s*["'\`]\\./${escaped(basename(file))}["'\`];?`);

const embedRuntime = (packages: Chunk, runtime: Chunk): void => {
  const [, names = ''] = EXPORTS.exec(runtime.code) ?? [];
  const fields = bindings(names).map(([from, to]) => `${to}:${from}`);
  const body = runtime.code.replace(EXPORTS, `return{${fields}}`);
  packages.code = packages.code
    .replace(
      importOf(runtime.fileName),
      (_, imported: string) => `const ${RUNTIME_NAME}=(()=>{${body}})();${unpacked(imported)}`,
    )
    .replace(EXPORTS, (_, exported: string) => `export{${exported},${RUNTIME_NAME}};`);
  packages.imports = packages.imports.filter((file) => file !== runtime.fileName);
};

const importRuntimeFrom = (chunk: Chunk, packages: Chunk, runtime: Chunk): void => {
  chunk.code = chunk.code.replace(
    importOf(runtime.fileName),
    (_, imported: string) => `import{${RUNTIME_NAME}}from"./${basename(packages.fileName)}";${unpacked(imported)}`,
  );
  chunk.imports = [...new Set(chunk.imports.map((file) => (file === runtime.fileName ? packages.fileName : file)))];
};

/**
 * Removes the files that the bundler adds around groups and that cost a request each: one for each dynamic import of a grouped module
 * (some 50 bytes), and its runtime, which moves into the packages.
 */
export const inlineFacades = (): Plugin => ({
  name: 'inline-facades',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  // File names are hashed before this plugin changes the code, and browsers keep a file of an earlier build for a year.
  augmentChunkHash: () => 'inline-facades 1',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const facades = chunks.filter(({ isDynamicEntry, code }) => isDynamicEntry && FACADE.test(code));
      const others = chunks.filter((chunk) => !facades.includes(chunk));
      for (const facade of facades) {
        for (const chunk of others) importFromTarget(chunk, facade);
        delete bundle[facade.fileName];
      }
      const packages = others.find(({ name }) => name === 'packages');
      const runtime = others.find(({ name }) => name === 'rolldown-runtime');
      if (!packages || !runtime) return;
      for (const chunk of others) {
        if (chunk !== packages && chunk !== runtime && chunk.imports.includes(runtime.fileName))
          importRuntimeFrom(chunk, packages, runtime);
      }
      embedRuntime(packages, runtime);
      delete bundle[runtime.fileName];
    },
  },
});
