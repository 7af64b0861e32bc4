import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { MUTATIONS } from './mutations.mjs';

/**
 * @typedef {import('./mutations.mjs').Mutation} Mutation
 * @typedef {import('./lab.mjs').SimulationJob} SimulationJob
 */

const WORKER = new URL('./lab.mjs', import.meta.url);

/**
 * Runs jobs on one worker per core. No job starts after `onResult` has returned false.
 *
 * @template R
 * @param {readonly SimulationJob[]} jobs
 * @param {(result: R) => boolean} onResult called in the order in which jobs end
 */
const runJobs = async (jobs, onResult) => {
  const waiting = [...jobs];
  const work = async () => {
    const worker = new Worker(WORKER);
    try {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        worker.postMessage(job);
        const [result] = /** @type {[R]} */ (await once(worker, 'message'));
        if (!onResult(result)) waiting.length = 0;
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), jobs.length) }, work));
};

/**
 * Simulates years with consecutive seeds, starting with `seed`. Returns the sums of their counts, or the lines that describe the first failure.
 *
 * @param {{ seed: number, years: number }} options
 * @returns {Promise<{ readonly totals: ReadonlyMap<string, number>, readonly failure: readonly string[] | null }>}
 */
export const simulateYears = async ({ seed, years }) => {
  /** @type {Map<string, number>} */
  const totals = new Map();
  /** @type {readonly string[] | null} */
  let failed = null;
  /** @type {SimulationJob[]} */
  const jobs = Array.from({ length: years }, (_, year) => ({ kind: 'year', seed: seed + year }));
  await runJobs(
    jobs,
    /** @param {import('./lab.mjs').YearResult} result */ ({ counts, failure }) => {
      failed ??= failure;
      for (const [name, count] of Object.entries(counts ?? {})) totals.set(name, (totals.get(name) ?? 0) + count);
      return failed === null;
    },
  );
  return { totals, failure: failed };
};

/**
 * The result of the months with one protection removed. `found`: the invariant that failed; null: none did.
 *
 * @typedef {{ readonly mutation: Mutation | null, readonly months: number, readonly found: string | null, readonly isExpected: boolean }} Outcome
 */

/** @type {(mutation: Mutation | null, found: string | null) => boolean} */
const isExpected = (mutation, found) => (mutation ? mutation.invariants.some((one) => one === found) : found === null);

/**
 * Removes each protection in turn and simulates months until an invariant fails, at most `maxBrokenMonths`. The first `intactMonths` also run
 * with every protection, and then no invariant may fail.
 *
 * @param {{ seed: number, intactMonths: number, maxBrokenMonths: number, onOutcome: (outcome: Outcome) => void }} options
 * @returns {Promise<boolean>} whether each outcome was expected
 */
export const removeProtections = async ({ seed, intactMonths, maxBrokenMonths, onOutcome }) => {
  /** @type {SimulationJob[]} */
  const jobs = [null, ...MUTATIONS].map((mutation) => ({
    kind: 'months',
    mutationId: mutation?.id ?? null,
    seed,
    months: mutation ? maxBrokenMonths : intactMonths,
  }));
  let isFine = true;
  await runJobs(
    jobs,
    /** @param {import('./lab.mjs').MonthsResult} result */ ({ mutationId, months: simulated, found }) => {
      const mutation = MUTATIONS.find(({ id }) => id === mutationId) ?? null;
      onOutcome({ mutation, months: simulated, found, isExpected: isExpected(mutation, found) });
      isFine &&= isExpected(mutation, found);
      return true;
    },
  );
  return isFine;
};
