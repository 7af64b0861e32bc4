import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import { isSame } from '../../../src/qa/replay/divergence.ts';
import type { ChartModel } from '../../support/chart-model.ts';
import type { ControlledPortal } from './controlled-portal.ts';

export type Subject = {
  readonly machine: AnyStateMachine;
  /** Ids of its invoked callbacks. */
  readonly listeners: readonly string[];
  /** Path of its actor: the newest actor whose path starts with this. */
  readonly path: string;
  /** Maximum length of a planned route, in moves. */
  readonly depth: number;
  /** Identifies a state together with the data that guards read. */
  readonly keyOf: (snapshot: AnyMachineSnapshot) => string;
  /** Fails if the page does not show the snapshot. */
  readonly look: (portal: ControlledPortal, snapshot: AnyMachineSnapshot) => Promise<void>;
};

/** Runs the chart in lockstep with the actor of the page: both receive each event and must reach the same state. */
export const createModelMirror = (subject: Subject, model: ChartModel) => {
  const taken = new Set<string>();
  let snapshot: AnyMachineSnapshot | null = null;
  let path = '';
  let position = 0;
  let received: AnyEventObject[] = [];
  const log: string[] = [];

  const take = (event: AnyEventObject): void => {
    const step = event.type === 'xstate.init' ? model.start(event['input']) : snapshot && model.step(snapshot, event);
    if (!step) throw new Error(`${path} received ${event.type} before it started`);
    snapshot = step.snapshot;
    for (const key of step.taken) taken.add(key);
  };

  return {
    taken,
    snapshot: () => snapshot,
    log,
    /** Starts over for a new page load, whose rows start at zero. */
    restart: (): void => {
      position = 0;
      path = '';
      snapshot = null;
      received = [];
    },
    /** Applies the newly recorded rows; returns the types of the events. */
    follow: async (portal: ControlledPortal): Promise<readonly string[]> => {
      const { total, rows, broken } = await portal.rows(position, subject.path);
      if (total < position) throw new Error('the recording has lost rows');
      position = total;
      const types: string[] = [];
      for (const row of rows) {
        if (row.kind === 'actor') {
          if (row.machine !== subject.machine.id) continue;
          path = row.path;
          received = [];
        } else if (row.kind === 'event' && row.to === path) {
          received.push(row.event as AnyEventObject);
          types.push(row.event.type);
          log.push(`  ${row.event.type}`);
        } else if (row.kind === 'state' && row.path === path) {
          const event = received.shift();
          if (event) take(event);
          if (row.value !== undefined && !isSame(row.value, snapshot?.value))
            throw new Error(
              `after ${event?.type} the chart is in ${JSON.stringify(snapshot?.value)}, the page in ${JSON.stringify(row.value)}`,
            );
        }
      }
      const [rule] = broken;
      if (rule) throw new Error(`rule ${rule.id} is broken: ${rule.path} after ${rule.event}: ${rule.problem}`);
      return types;
    },
  };
};
