import { parentPort } from 'node:worker_threads';
import { createLab } from './lab.mjs';

/**
 * @typedef {{ readonly kind: 'year', readonly seed: number } | { readonly kind: 'months' } & import('./lab.mjs').MonthsInput} LabJob
 */

const lab = await createLab();

parentPort?.on(
  'message',
  /** @param {LabJob} job */ async (job) => {
    const result = job.kind === 'year' ? await lab.simulateYear(job.seed) : await lab.simulateMonths(job);
    parentPort?.postMessage(result);
  },
);
