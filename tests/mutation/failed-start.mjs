import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, stop } from '../../server/prepare.mjs';
import { mayFailToStart, mutatedSource } from './report.mjs';

/** @typedef {import('./report.mjs').Mutant} Mutant */

/** A run that takes longer hangs because of the mutant. */
const MAX_RUN_MS = 600_000;

/**
 * Runs the tests of a group until one fails. `mutant` null: with unchanged code.
 *
 * @type {(mutant: Mutant | null, env: Readonly<Record<string, string>>) => Promise<boolean>}
 */
const passes = (mutant, env) =>
  new Promise((resolve) => {
    const applied = mutant ? { file: join(ROOT, mutant.file), source: mutatedSource(mutant) } : null;
    const child = spawn(
      process.execPath,
      [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--bail=1', '--config=tests/mutation/vitest.config.ts'],
      {
        cwd: ROOT,
        env: { ...process.env, ...env, ...(applied && { MUTANT: JSON.stringify(applied) }) },
        stdio: 'ignore',
        timeout: MAX_RUN_MS,
        killSignal: 'SIGKILL',
      },
    );
    child.on('close', (code) => resolve(code === 0));
  });

/**
 * Runs the tests again with each survivor that may prevent a file from loading. A survivor that makes them fail gets the status
 * `FailedStart`; the other mutants stay as they are.
 *
 * @param {readonly Mutant[]} mutants
 * @param {{ env: Readonly<Record<string, string>>, concurrency: number }} options
 * @returns {Promise<readonly Mutant[]>}
 */
export const findFailedStarts = async (mutants, { env, concurrency }) => {
  const suspects = mutants.filter(mayFailToStart);
  if (!suspects.length) return mutants;
  if (!(await passes(null, env))) stop('The tests fail without a mutant, so survivors cannot be checked again.');
  /** @type {Set<Mutant>} */
  const failed = new Set();
  let next = 0;
  const checkNext = async () => {
    for (let suspect = suspects[next++]; suspect; suspect = suspects[next++])
      if (!(await passes(suspect, env))) failed.add(suspect);
  };
  await Promise.all(Array.from({ length: concurrency }, checkNext));
  return mutants.map((mutant) => (failed.has(mutant) ? { ...mutant, status: 'FailedStart' } : mutant));
};
