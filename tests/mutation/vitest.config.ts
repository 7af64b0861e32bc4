import { defineConfig, type Plugin } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { brand } from '../../vite/brand.ts';
import { buildConfig } from '../../vite/build-config.ts';

/** Replaces one file while the tests run. `file`: absolute path. */
const applyMutant = ({ file, source }: { readonly file: string; readonly source: string }): Plugin => ({
  name: 'apply-mutant',
  enforce: 'pre',
  load: (id) => (id === file ? source : null),
});

/** Test files that take seconds. */
const SLOW = /(?:simulation|coverage|transitions|storm|silent-provider|late-payment)\.test\.ts$/;

/** Runs the fast files first: the first test that fails ends the run of a mutant. */
class FastFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(SLOW.test(a.moduleId)) - Number(SLOW.test(b.moduleId)));
  }
}

const mutant = process.env['MUTANT'];

export default defineConfig({
  plugins: [brand(process.cwd()), buildConfig(process.cwd()), ...(mutant ? [applyMutant(JSON.parse(mutant))] : [])],
  define: { 'import.meta.env.VITE_QA': 'false' },
  test: {
    root: '.',
    include: JSON.parse(process.env['MUTATION_TESTS'] ?? '[]'),
    setupFiles: ['tests/support/runs/vitest.setup.ts'],
    environment: 'node',
    isolate: false,
    sequence: { sequencer: FastFirst },
    update: 'none',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
