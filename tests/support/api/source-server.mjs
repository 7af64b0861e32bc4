import { join } from 'node:path';
import { ROOT } from '../../../server/prepare.mjs';

/**
 * Loads modules of the project with Vite, without its build and without watching files. Close it after use.
 *
 * @param {import('vite').Plugin[]} plugins
 */
export const createSourceServer = async (plugins = []) => {
  const { createServer, runnerImport } = await import('vite');
  /** @type {<Module>(path: string) => Promise<Module>} */
  const load = async (path) => {
    const { module } = await runnerImport(join(ROOT, path), { configFile: false, root: ROOT });
    return /** @type {any} */ (module);
  };
  /** @type {typeof import('../../../vite/languages.ts')} */
  const { languages } = await load('vite/languages.ts');
  /** @type {typeof import('../../../vite/brand.ts')} */
  const { brand } = await load('vite/brand.ts');
  return createServer({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [brand(ROOT), languages(ROOT), ...plugins],
  });
};
