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

/** Ids of the machines whose chart differs from the recorded chart or no longer exists. */
export const changedCharts = ({ machines }: Pick<Flow, 'machines'>): readonly string[] => {
  const today = new Map(machineTree(subject('system')).map(({ id, config }) => [id, chartHash(config)]));
  return Object.entries(machines).flatMap(([id, hash]) => (today.get(id) === hash ? [] : [id]));
};

/** Why a replay may say less than a reader expects, as sentences. */
export const flowWarnings = (flow: Pick<Flow, 'machines' | 'runs'>): readonly string[] => {
  const changed = changedCharts(flow).join(', ');
  return [
    ...(changed
      ? [`Charts that changed since the recording: ${changed} (the code of guards and actions is not compared).`]
      : []),
    ...(flow.runs.some(({ cut }) => cut) ? ['The recorder was full: the end of the recording is missing.'] : []),
  ];
};
