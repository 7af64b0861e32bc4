import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: '.',
    include: JSON.parse(process.env['MUTATION_TESTS'] ?? '[]'),
    setupFiles: ['tests/support/seed.setup.ts'],
    environment: 'node',
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
