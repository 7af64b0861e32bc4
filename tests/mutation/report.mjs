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
export const mayFailToStart = ({ status, static: isStatic }) => isStatic === true && MISSED.includes(status);

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
export const mutatedSource = ({ source, replacement, location: { start, end } }) =>
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
