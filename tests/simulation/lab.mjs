import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { ROOT } from '../../server/prepare.mjs';
import { createSourceServer } from '../support/api/source-server.mjs';
import { MUTATIONS } from './mutations.mjs';

/**
 * @typedef {import('./mutations.mjs').Mutation} Mutation
 * @typedef {{ readonly counts: Readonly<Record<string, number>>, readonly failure: null } | { readonly counts: null, readonly failure: readonly string[] }} YearResult
 *   What a year counted, or the lines that describe the broken invariant.
 * @typedef {{ readonly mutationId: string | null, readonly seed: number, readonly months: number }} MonthsInput
 * @typedef {{ readonly mutationId: string | null, readonly months: number, readonly found: string | null }} MonthsResult
 *   `months`: how many were simulated. `found`: the invariant that failed; null: none did.
 * @typedef {{ readonly kind: 'year', readonly seed: number } | { readonly kind: 'months' } & MonthsInput} SimulationJob
 */

const MONTH = { days: 30, players: 3, visits: 24 };

/** Loads the simulation, with one protection removed or with none, and runs it. */
const createSimulator = async () => {
  /** @type {Mutation | null} */
  let current = null;
  const { runnerImport } = await import('vite');
  /** @type {{ module: typeof import('../../vite/build-config.ts') }} */
  const { module } = await runnerImport(join(ROOT, 'vite/build-config.ts'), { configFile: false, root: ROOT });
  const vite = await createSourceServer([
    module.buildConfig(ROOT),
    {
      name: 'remove-protection',
      enforce: 'pre',
      transform: (code, id) => {
        if (!current) return null;
        const edits = [current, ...(current.also ?? [])].filter(({ file }) => id === join(ROOT, file));
        let text = code;
        for (const { find, replace } of edits) {
          if (text.split(find).length !== 2) throw new Error(`${current.id}: the protection was not found`);
          text = text.replace(find, () => replace);
        }
        return edits.length ? text : null;
      },
    },
  ]);
  const loadModules = async () => {
    const { simulate, yearOf } = /** @type {typeof import('./simulation.ts')} */ (
      await vite.ssrLoadModule('/tests/simulation/simulation.ts')
    );
    const { recordFailure } = /** @type {typeof import('./failure.ts')} */ (
      await vite.ssrLoadModule('/tests/simulation/failure.ts')
    );
    const { emptyDataDir } = /** @type {typeof import('../support/server/empty-data-dir.ts')} */ (
      await vite.ssrLoadModule('/tests/support/server/empty-data-dir.ts')
    );
    return { simulate, yearOf, recordFailure, dataDir: await emptyDataDir() };
  };
  /** @type {ReturnType<typeof loadModules> | null} */
  let loaded = null;
  /** Loads everything except packages again when the mutation changes. @param {Mutation | null} mutation */
  const load = (mutation) => {
    if (loaded && mutation === current) return loaded;
    current = mutation;
    vite.moduleGraph.invalidateAll();
    loaded = loadModules();
    return loaded;
  };

  return {
    /** @type {(seed: number) => Promise<YearResult>} */
    simulateYear: async (seed) => {
      const { simulate, yearOf, recordFailure, dataDir } = await load(null);
      const plan = yearOf(seed, dataDir);
      const { violation, counts } = await simulate(plan);
      return violation ? { counts: null, failure: await recordFailure(plan, violation) } : { counts, failure: null };
    },
    /**
     * Simulates months with one protection removed, or with every protection, until an invariant fails.
     *
     * @type {(input: MonthsInput) => Promise<MonthsResult>}
     */
    simulateMonths: async ({ mutationId, seed, months }) => {
      const mutation = MUTATIONS.find(({ id }) => id === mutationId) ?? null;
      const { simulate, dataDir } = await load(mutation);
      for (let month = 0; month < months; month += 1) {
        const plan = { ...MONTH, seed: seed + month, dataDir, ...(mutation?.sql && { sql: mutation.sql }) };
        const { violation } = await simulate(plan);
        if (violation) return { mutationId, months: month + 1, found: violation.invariant };
      }
      return { mutationId, months, found: null };
    },
  };
};

const lab = await createSimulator();

parentPort?.on(
  'message',
  /** @param {SimulationJob} job */ async (job) => {
    const result = job.kind === 'year' ? await lab.simulateYear(job.seed) : await lab.simulateMonths(job);
    parentPort?.postMessage(result);
  },
);
