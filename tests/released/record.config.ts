import { defineConfig } from 'vitest/config';
import { ROOT } from '../../server/prepare.mjs';

/** The tests of the server without those of migrations and those that repeat the same statements thousands of times. */
export default defineConfig({
  root: ROOT,
  test: {
    include: ['tests/server/**/*.test.ts'],
    exclude: [
      'attack',
      'failover',
      'full-database',
      'fuzz',
      'ledger',
      'late-payment',
      'migrations',
      'outage',
      'overload',
      'plans',
      'race',
      'size',
      'status-pages',
      'storm',
    ].map((name) => `tests/server/*${name}.test.ts`),
    setupFiles: ['tests/support/seed.setup.ts', 'tests/released/record-statements.setup.ts'],
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
