import { join } from 'node:path';
import { ROOT } from '../../../server/prepare.mjs';

/**
 * Loads modules of the project with Vite, without its build and without watching files. Close it after use.
 *
 * @param {import('vite').Plugin[]} plugins
 */
export const createSourceServer = async (plugins = []) => {
  const { createServer, runnerImport } = await import('vite');
  /** @type {{ module: typeof import('../../../vite/languages.ts') }} */
  const { module } = await runnerImport(join(ROOT, 'vite/languages.ts'), { configFile: false, root: ROOT });
  return createServer({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [module.languages(ROOT), ...plugins],
  });
};
