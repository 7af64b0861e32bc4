import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { build, install, requireNode } from '../server/prepare.mjs';

requireNode();
await install();
if (process.argv[2] === 'server') await import('./server/run.mjs');
await build();
const program = fileURLToPath(new URL('./parts.ts', import.meta.url));
/** @type {{ module: typeof import('./parts.ts') }} */
const { module } = await runnerImport(program, { configFile: false, logLevel: 'error' });
process.exit(await module.run(process.argv[2]));
