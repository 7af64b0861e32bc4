import { parentPort } from 'node:worker_threads';
import { createSimulator } from './lab.mjs';

/**
 * @typedef {{ readonly kind: 'year', readonly seed: number } | { readonly kind: 'months' } & import('./lab.mjs').MonthsInput} SimulationJob
 */

const lab = await createSimulator();

parentPort?.on(
  'message',
  /** @param {SimulationJob} job */ async (job) => {
    const result = job.kind === 'year' ? await lab.simulateYear(job.seed) : await lab.simulateMonths(job);
    parentPort?.postMessage(result);
  },
);
