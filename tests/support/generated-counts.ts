import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { AnyStateMachine } from 'xstate';
import { type CoverageTransition, chartTransitionsOf } from '../../src/qa/coverage/chart-transitions.ts';
import type { ChartCounts } from '../../src/qa/coverage/transition-counter.ts';
import { pairsOf } from '../../src/qa/coverage/transition-pairs.ts';

const FOLDER = new URL('../machines/coverage/', import.meta.url);

const counts = v.record(v.string(), v.number());
const file = v.strictObject({ taken: counts, refused: counts, missingPairs: v.array(v.string()) });

/** How often the generated paths take each transition and each refusal of a guard, and which pairs they take. */
export type GeneratedCounts = {
  readonly taken: ReadonlyMap<string, number>;
  readonly refused: ReadonlyMap<string, number>;
  readonly pairs: ReadonlySet<string>;
};

export const generatedCountsPath = (machineId: string): string => fileURLToPath(new URL(`${machineId}.json`, FOLDER));

const inOrder = (
  moves: readonly CoverageTransition[],
  of: ReadonlyMap<string, number>,
): Readonly<Record<string, number>> =>
  Object.fromEntries(moves.flatMap(({ id }) => (of.has(id) ? [[id, of.get(id) ?? 0]] : [])));

export const generatedCountsText = (machine: AnyStateMachine, { taken, refused, pairs }: ChartCounts): string => {
  const { moves } = chartTransitionsOf(machine);
  const content: v.InferOutput<typeof file> = {
    taken: inOrder(moves, taken),
    refused: inOrder(moves, refused),
    missingPairs: pairsOf(moves).filter((pair) => !pairs.has(pair)),
  };
  return `${JSON.stringify(content, null, 1)}\n`;
};

/** The kept counts of a machine. Throws if they are older than its chart. */
export const readGeneratedCounts = (machine: AnyStateMachine): GeneratedCounts => {
  const { taken, refused, missingPairs } = v.parse(
    file,
    JSON.parse(readFileSync(generatedCountsPath(machine.id), 'utf8')),
  );
  const { moves } = chartTransitionsOf(machine);
  const pairs = new Set(pairsOf(moves));
  const ids = new Set(moves.map(({ id }) => id));
  const isKnown =
    [...Object.keys(taken), ...Object.keys(refused)].every((id) => ids.has(id)) &&
    missingPairs.every((pair) => pairs.delete(pair));
  if (!isKnown) throw new Error(`The counts of ${machine.id} in tests/machines/coverage are older than its chart.`);
  return { taken: new Map(Object.entries(taken)), refused: new Map(Object.entries(refused)), pairs };
};
