import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { AnyStateMachine } from 'xstate';
import { type CoverageTransition, chartTransitionsOf } from '../../src/qa/coverage/chart-transitions.ts';
import type { ChartCounts } from '../../src/qa/coverage/transition-counter.ts';
import { pairsOf } from '../../src/qa/coverage/transition-pairs.ts';

const counts = v.record(v.string(), v.number());
const file = v.strictObject({ taken: counts, refused: counts, missingPairs: v.array(v.string()) });

/** How often the generated paths take each transition and each refusal of a guard, and which pairs they take. */
export type GeneratedCounts = {
  readonly taken: ReadonlyMap<string, number>;
  readonly refused: ReadonlyMap<string, number>;
  readonly pairs: ReadonlySet<string>;
};

export const generatedCountsPath = (folder: string, machineId: string): string => join(folder, `${machineId}.json`);

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

/** The counts that `assertCovered` left in a folder. */
export const readGeneratedCounts = (folder: string, machine: AnyStateMachine): GeneratedCounts => {
  const { taken, refused, missingPairs } = v.parse(
    file,
    JSON.parse(readFileSync(generatedCountsPath(folder, machine.id), 'utf8')),
  );
  const pairs = new Set(pairsOf(chartTransitionsOf(machine).moves));
  for (const pair of missingPairs) pairs.delete(pair);
  return { taken: new Map(Object.entries(taken)), refused: new Map(Object.entries(refused)), pairs };
};
