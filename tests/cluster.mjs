import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { build, install, ROOT, requireNode, stop } from '../server/prepare.mjs';
import { findPrograms, installPackages, missingPackages, NOT_RUN } from './support/runs/debian-packages.mjs';

/** npm run cluster [-- PART…] [--quick] [--failovers N] [--outage SECONDS] */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, failovers: { type: 'string' }, outage: { type: 'string' } },
});
/** @type {(text: string | undefined, quick: number, full: number) => number} */
const count = (text, quick, full) => {
  const value = Number(text ?? (values.quick ? quick : full));
  return Number.isSafeInteger(value) && value > 0 ? value : stop('--failovers and --outage must be integers above 0.');
};
const options = {
  parts: positionals,
  failovers: count(values.failovers, 3, 20),
  outageSeconds: count(values.outage, 10, 60),
};

// The parts stop and kill their PostgreSQL, which is impossible with the server of TEST_DATABASE_URL.
delete process.env['TEST_DATABASE_URL'];
requireNode();
await install();
const wanted = missingPackages(findPrograms());
if (wanted.length) installPackages('the programs of the cluster', wanted);
const programs = findPrograms();
const missing = missingPackages(programs);
if (missing.length) {
  process.stdout.write(`– cluster: not run, install Debian's packages ${missing.join(', ')}\n`);
  process.exit(NOT_RUN);
}
await build(['portal', 'server']);
/** @type {(path: string) => string} */
const path = (name) => fileURLToPath(new URL(name, import.meta.url));
/** @type {{ module: typeof import('../vite/brand.ts') }} */
const { module: branding } = await runnerImport(path('../vite/brand.ts'), { configFile: false });
/** @type {{ module: typeof import('./cluster/cluster.ts') }} */
const { module } = await runnerImport(path('./cluster/cluster.ts'), {
  configFile: false,
  logLevel: 'error',
  plugins: [branding.brand(ROOT)],
});
const { caddy, nginx, pgbouncer } = programs;
process.exit(
  await module.run(options, {
    caddy: caddy ?? '',
    nginx: nginx ?? '',
    pgbouncer: pgbouncer ?? '',
  }),
);
