import { join } from 'node:path';
import { ROOT } from '../../server/prepare.mjs';
import { createSourceServer } from '../support/source-server.mjs';
import { MUTATIONS } from './mutations.mjs';

/**
 * @typedef {import('./mutations.mjs').Mutation} Mutation
 */

/** One try of a mutation. */
const MONTH = { days: 30, players: 3, visits: 24 };

/** Loads the simulation, with one protection removed or with none. Everything but packages is loaded again each time. */
const createLab = async () => {
  /** @type {Mutation | null} */
  let current = null;
  const vite = await createSourceServer([
    {
      name: 'remove-protection',
      enforce: 'pre',
      transform: (code, id) => {
        if (!current || id !== join(ROOT, current.file)) return null;
        const { find, replace } = current;
        if (code.split(find).length !== 2) throw new Error(`${current.id}: the protection was not found`);
        return code.replace(find, () => replace);
      },
    },
  ]);
  /** @param {Mutation | null} mutation */
  const load = async (mutation) => {
    current = mutation;
    vite.moduleGraph.invalidateAll();
    const { simulate } = /** @type {typeof import('./simulation.ts')} */ (
      await vite.ssrLoadModule('/tests/simulation/simulation.ts')
    );
    const { yearOf } = /** @type {typeof import('./year.ts')} */ (
      await vite.ssrLoadModule('/tests/simulation/year.ts')
    );
    const { recordFailure } = /** @type {typeof import('./failure.ts')} */ (
      await vite.ssrLoadModule('/tests/simulation/failure.ts')
    );
    const { emptyDataDir } = /** @type {typeof import('../support/empty-data-dir.ts')} */ (
      await vite.ssrLoadModule('/tests/support/empty-data-dir.ts')
    );
    return { simulate, yearOf, recordFailure, dataDir: await emptyDataDir() };
  };
  return { load, close: () => vite.close() };
};

/**
 * Simulates years with the seeds from `seed` on. Returns the sums of their counts, or the lines that describe the first failure.
 *
 * @param {{ seed: number, years: number }} options
 * @returns {Promise<{ readonly totals: ReadonlyMap<string, number>, readonly failure: readonly string[] | null }>}
 */
export const simulateYears = async ({ seed, years }) => {
  const lab = await createLab();
  try {
    const { simulate, yearOf, recordFailure, dataDir } = await lab.load(null);
    /** @type {Map<string, number>} */
    const totals = new Map();
    for (let year = 0; year < years; year += 1) {
      const plan = yearOf(seed + year, dataDir);
      const { violation, counts } = await simulate(plan);
      if (violation) return { totals, failure: await recordFailure(plan, violation) };
      for (const [name, count] of Object.entries(counts)) totals.set(name, (totals.get(name) ?? 0) + count);
    }
    return { totals, failure: null };
  } finally {
    await lab.close();
  }
};

/**
 * What the months with one protection removed have shown. `found`: the invariant that failed; null: none did.
 *
 * @typedef {{ readonly mutation: Mutation | null, readonly months: number, readonly found: string | null, readonly isExpected: boolean }} Outcome
 */

/** @type {(mutation: Mutation | null, found: string | null) => boolean} */
const isExpected = (mutation, found) => (mutation ? mutation.invariants.some((one) => one === found) : found === null);

/**
 * Removes each protection in turn and simulates months until an invariant fails. First, the same months run with every protection, and
 * no invariant may fail.
 *
 * @param {{ seed: number, months: number, wanted?: readonly string[], onOutcome: (outcome: Outcome) => void }} options
 * @returns {Promise<boolean>} whether each outcome was expected
 */
export const removeProtections = async ({ seed, months, wanted = [], onOutcome }) => {
  const chosen = MUTATIONS.filter(({ id }) => !wanted.length || wanted.includes(id));
  const lab = await createLab();
  let isFine = true;
  try {
    for (const mutation of [null, ...chosen]) {
      const { simulate, dataDir } = await lab.load(mutation);
      /** @type {string | null} */
      let found = null;
      let month = 0;
      for (; month < months && found === null; month += 1) {
        const plan = { ...MONTH, seed: seed + month, dataDir, ...(mutation?.sql && { sql: mutation.sql }) };
        found = (await simulate(plan)).violation?.invariant ?? null;
      }
      onOutcome({ mutation, months: month, found, isExpected: isExpected(mutation, found) });
      isFine &&= isExpected(mutation, found);
    }
  } finally {
    await lab.close();
  }
  return isFine;
};
