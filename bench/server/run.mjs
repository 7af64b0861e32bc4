import { fileURLToPath } from 'node:url';
import { build, runnerImport } from 'vite';
import { install, ROOT, requireNode } from '../../server/prepare.mjs';

requireNode();
await install();
/** @type {{ module: typeof import('../../vite/brand.ts') }} */
const { module: branding } = await runnerImport(fileURLToPath(new URL('../../vite/brand.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
});
/** @param {string} name */
const path = (name) => fileURLToPath(new URL(`./${name}`, import.meta.url));
const names = ['portal', 'floor', 'load'];
await build({
  configFile: false,
  logLevel: 'error',
  plugins: [branding.brand(ROOT)],
  root: ROOT,
  build: {
    ssr: true,
    outDir: '.cache/bench-server',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: { input: Object.fromEntries(names.map((name) => [name, path(`${name}.process.ts`)])) },
  },
});
/** @type {{ module: typeof import('./measurements.ts') }} */
const { module } = await runnerImport(path('measurements.ts'), { configFile: false, logLevel: 'error' });
process.exit(await module.run());
