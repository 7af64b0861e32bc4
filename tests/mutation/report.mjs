/**
 * The fields of Stryker's report that are read here.
 *
 * @typedef {{ mutatorName: string, replacement?: string, status: string, location: { start: { line: number, column: number } } }} Mutant
 * @typedef {{ files: Record<string, { source: string, mutants: readonly Mutant[] }> }} Report
 */

const FOUND = ['Killed', 'Timeout'];
const MISSED = ['Survived', 'NoCoverage'];

/**
 * Reads a report of Stryker. `score`: percent of the mutants that a test noticed, without those that cannot run; null: there is no mutant.
 *
 * @param {string} text
 * @returns {{ score: number | null, counts: string, survivors: readonly string[] }}
 */
export const readReport = (text) => {
  /** @type {Report} */
  const { files } = JSON.parse(text);
  /** @type {Map<string, number>} */
  const byStatus = new Map();
  const survivors = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.flatMap(({ mutatorName, replacement, status, location: { start } }) => {
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
      if (!MISSED.includes(status)) return [];
      const line = source.split('\n')[start.line - 1]?.trim() ?? '';
      return [
        `${file}:${start.line}:${start.column} ${status} ${mutatorName}: ${line} → ${(replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 120)}`,
      ];
    }),
  );
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
