import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT, stop } from '../../server/prepare.mjs';

/**
 * The fields of Stryker's report that are read here. `static`: the mutated code runs while its file loads.
 *
 * @typedef {{ line: number, column: number }} Position Both count from 1.
 * @typedef {{
 *   mutatorName: string,
 *   replacement?: string,
 *   status: string,
 *   static?: boolean,
 *   location: { start: Position, end: Position },
 * }} ReportedMutant
 * @typedef {{ files: Record<string, { source: string, mutants: readonly ReportedMutant[] }> }} Report
 * @typedef {ReportedMutant & { file: string, source: string }} Mutant
 */

const FOUND = ['Killed', 'Timeout', 'FailedStart'];
const MISSED = ['Survived', 'NoCoverage'];

/** @type {(text: string) => readonly Mutant[]} */
export const readMutants = (text) => {
  /** @type {Report} */
  const { files } = JSON.parse(text);
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ ...mutant, file, source })),
  );
};

/**
 * Stryker's runner for Vitest ignores a test file that does not load, so a mutant that runs while its file loads can survive although
 * it prevents every test from starting.
 *
 * @type {(mutant: Mutant) => boolean}
 */
const mayFailToStart = ({ status, static: isStatic }) => isStatic === true && MISSED.includes(status);

/** @type {(source: string, position: Position) => number} */
const offsetOf = (source, { line, column }) =>
  source
    .split('\n')
    .slice(0, line - 1)
    .reduce((offset, { length }) => offset + length + 1, column - 1);

/**
 * Returns the source with the mutant applied.
 *
 * @type {(mutant: Mutant) => string}
 */
const mutatedSource = ({ source, replacement, location: { start, end } }) =>
  source.slice(0, offsetOf(source, start)) + (replacement ?? '') + source.slice(offsetOf(source, end));

/**
 * `score`: percentage of the mutants that a test detected, excluding those that cannot run; null: there is no mutant.
 *
 * @type {(mutants: readonly Mutant[]) => { score: number | null, counts: string, survivors: readonly string[] }}
 */
export const scoreOf = (mutants) => {
  /** @type {Map<string, number>} */
  const byStatus = new Map();
  for (const { status } of mutants) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  const survivors = mutants
    .filter(({ status }) => MISSED.includes(status))
    .map(({ file, source, mutatorName, replacement, status, location: { start } }) => {
      const line = source.split('\n')[start.line - 1]?.trim() ?? '';
      return `${file}:${start.line}:${start.column} ${status} ${mutatorName}: ${line} → ${(replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 120)}`;
    });
  /** @param {readonly string[]} statuses */
  const sum = (statuses) => statuses.reduce((total, status) => total + (byStatus.get(status) ?? 0), 0);
  const found = sum(FOUND);
  const all = found + sum(MISSED);
  return {
    score: all ? (100 * found) / all : null,
    counts: [...byStatus].map(([status, count]) => `${status} ${count}`).join(', '),
    survivors,
  };
};

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
