import { type AnyStateMachine, StateMachine } from 'xstate';
import { chartHash } from '../record/chart-hash.ts';
import type { Flow } from '../record/flow.file.ts';

/** A machine and all that it can start. */
export const machinesBelow = (machine: AnyStateMachine): AnyStateMachine[] => [
  machine,
  ...Object.values(machine.implementations.actors).flatMap((logic) =>
    logic instanceof StateMachine ? machinesBelow(logic) : [],
  ),
];

/** Ids of the machines whose chart is not the one that was recorded, or is not there any more. */
export const changedCharts = (system: AnyStateMachine, recorded: Flow['machines']): readonly string[] => {
  const today = new Map(machinesBelow(system).map(({ id, config }) => [id, chartHash(config)]));
  return Object.entries(recorded).flatMap(([id, hash]) => (today.get(id) === hash ? [] : [id]));
};
