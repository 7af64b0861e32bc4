import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';
import { build, install, requireNode, stop } from '../server/prepare.mjs';
import { findPrograms, installPackages, missingPackages } from './cluster/debian-programs.mjs';

/** npm run cluster [-- PART…] [--full] [--failovers N] [--outage SECONDS] */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean' }, failovers: { type: 'string' }, outage: { type: 'string' } },
});
/** @type {(text: string | undefined, quick: number, full: number) => number} */
const count = (text, quick, full) => {
  const value = Number(text ?? (values.full ? full : quick));
  return Number.isSafeInteger(value) && value > 0 ? value : stop('--failovers and --outage must be integers above 0.');
};
const options = {
  parts: positionals,
  failovers: count(values.failovers, 3, 20),
  outageSeconds: count(values.outage, 10, 60),
};

// A PostgreSQL that TEST_DATABASE_URL names cannot be stopped and killed.
delete process.env['TEST_DATABASE_URL'];
requireNode();
await install();
if (missingPackages(findPrograms()).length) installPackages(missingPackages(findPrograms()));
const programs = findPrograms();
const missing = missingPackages(programs);
if (missing.length) {
  process.stdout.write(`– cluster: skipped, install Debian's packages ${missing.join(', ')}\n`);
  process.exit(0);
}
await build(['portal', 'server']);
/** @type {{ module: typeof import('./cluster/cluster.ts') }} */
const { module } = await runnerImport(fileURLToPath(new URL('./cluster/cluster.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
});
const { nginx, pgbouncer, prometheus } = programs;
process.exit(
  await module.run(options, { nginx: nginx ?? '', pgbouncer: pgbouncer ?? '', prometheus: prometheus ?? '' }),
);
