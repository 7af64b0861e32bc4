import { type AnyStateMachine, StateMachine } from 'xstate';
import { chartHash } from '../record/chart-hash.ts';
import type { Flow, FlowRun } from '../record/flow.file.ts';

/** A machine and all that it can start. */
export const machineTree = (machine: AnyStateMachine): AnyStateMachine[] => [
  machine,
  ...Object.values(machine.implementations.actors).flatMap((logic) =>
    logic instanceof StateMachine ? machineTree(logic) : [],
  ),
];

/** The hash of each machine's chart, by the id of the machine. */
const chartHashes = (system: AnyStateMachine): Flow['machines'] =>
  Object.fromEntries(machineTree(system).map(({ id, config }) => [id, chartHash(config)]));

/** The hashes of the charts that ran in some page loads: a hash in `recorded` replaces the hash of the current machine. */
export const hashesOfRuns = (
  system: AnyStateMachine,
  runs: readonly Pick<FlowRun, 'rows'>[],
  recorded: Flow['machines'] = {},
): Flow['machines'] => {
  const rows = runs.flatMap((run) => run.rows);
  const ids = new Set(rows.flatMap((row) => (row.kind === 'actor' && row.machine !== null ? [row.machine] : [])));
  return Object.fromEntries(Object.entries({ ...chartHashes(system), ...recorded }).filter(([id]) => ids.has(id)));
};

/** Ids of the machines whose chart differs from the recorded chart or no longer exists. */
export const changedCharts = (system: AnyStateMachine, recorded: Flow['machines']): readonly string[] => {
  const today = chartHashes(system);
  return Object.entries(recorded).flatMap(([id, hash]) => (today[id] === hash ? [] : [id]));
};
