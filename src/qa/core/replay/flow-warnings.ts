import { type AnyStateMachine, StateMachine } from 'xstate';
import { chartHash } from '../record/chart-hash.ts';
import type { Flow } from '../record/flow.file.ts';
import { subject } from '../subject.ts';

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

/** Ids of the machines whose chart differs from the recorded chart or no longer exists. */
export const changedCharts = (system: AnyStateMachine, recorded: Flow['machines']): readonly string[] => {
  const today = chartHashes(system);
  return Object.entries(recorded).flatMap(([id, hash]) => (today[id] === hash ? [] : [id]));
};

/** Why a replay may say less than a reader expects, as sentences. */
export const flowWarnings = ({ machines, runs }: Pick<Flow, 'machines' | 'runs'>): readonly string[] => {
  const changed = changedCharts(subject('system'), machines).join(', ');
  return [
    ...(changed
      ? [`Charts that changed since the recording: ${changed} (the code of guards and actions is not compared).`]
      : []),
    ...(runs.some(({ cut }) => cut) ? ['The recorder was full: the end of the recording is missing.'] : []),
  ];
};
