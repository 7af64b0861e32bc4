import { defineConfig, type Plugin } from 'vitest/config';

/** Replaces one file while the tests run. `file`: absolute path. */
const applyMutant = ({ file, source }: { readonly file: string; readonly source: string }): Plugin => ({
  name: 'apply-mutant',
  enforce: 'pre',
  load: (id) => (id === file ? source : null),
});

const mutant = process.env['MUTANT'];

export default defineConfig({
  plugins: mutant ? [applyMutant(JSON.parse(mutant))] : [],
  test: {
    root: '.',
    include: JSON.parse(process.env['MUTATION_TESTS'] ?? '[]'),
    setupFiles: ['tests/support/seed.setup.ts'],
    environment: 'node',
    isolate: false,
    update: 'none',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
