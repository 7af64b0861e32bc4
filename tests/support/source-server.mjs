import { ROOT } from '../../server/prepare.mjs';

/**
 * Loads modules of the project with Vite, without its build and without watching files. Close it after use.
 *
 * @param {import('vite').Plugin[]} plugins
 */
export const createSourceServer = async (plugins = []) => {
  const { createServer } = await import('vite');
  return createServer({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins,
  });
};
