import type { InspectionEvent } from 'xstate';
import type { FlowRun } from '../record/flow.file.ts';
import { portalSystem } from '../replay/portal-system.ts';
import { isExternalIn, openReplay, playThrough } from '../replay/replay.ts';

const INSPECTED: ReadonlySet<InspectionEvent['type']> = new Set(['@xstate.actor', '@xstate.event', '@xstate.snapshot']);

/**
 * For each message of `messagesOfRun`, the index of the external event that led to it, among those of the page load; -1: the start.
 */
export const inputsOfMessages = (run: FlowRun): readonly number[] => {
  const isExternal = isExternalIn(run.rows);
  let count = -1;
  const inputs = run.rows.map((row) => {
    if (isExternal(row)) count += 1;
    return count;
  });
  const found: number[] = [];
  let position = (): number => 0;
  let isOver = false;
  const replay = openReplay(portalSystem, run, {
    watch: ({ type }) => {
      if (!isOver && INSPECTED.has(type)) found.push(inputs[position()] ?? count);
    },
  });
  position = replay.position;
  playThrough(replay);
  isOver = true;
  replay.stop();
  return found;
};
