import type { InspectionEvent } from 'xstate';
import type { Json } from '../redact/redactor.ts';
import { messageOf } from './inspection-message.ts';
import type { InspectorLine } from './inspector-window.ts';
import { createTakenTransitions, type TakenTransition } from './taken-transitions.ts';

const REPORTED: ReadonlySet<string> = new Set(['@xstate.actor', '@xstate.event', '@xstate.snapshot']);

type Observation = { readonly seen: InspectionEvent; readonly at: number; readonly taken: readonly TakenTransition[] };

/** Enough for hours of testing. Beyond it the oldest messages are dropped, except the definitions of actors. */
const ROOM = 20_000;

/**
 * Reports everything the actors do to an inspector. Observations are stored from the start of the page, so that an inspector that is
 * opened later sees them too; they are redacted and sent only when one is open. `lineTo` opens an inspector.
 */
export const createInspection = <Target>(
  lineTo: (target: Target) => InspectorLine,
  redact: (value: unknown) => Json,
  room = ROOM,
) => {
  const observations: Observation[] = [];
  const takenTransitions = createTakenTransitions();
  let line: InspectorLine | null = null;
  let target: Target | null = null;

  const close = (): void => {
    line?.close();
    line = null;
    target = null;
  };

  const send = ({ seen, at, taken }: Observation): void => {
    const message = messageOf(seen, redact, at, taken);
    if (message) line?.send(message);
  };
  const store = (observation: Observation): void => {
    observations.push(observation);
    if (observations.length <= room) return;
    const oldest = observations.findIndex(({ seen }) => seen.type !== '@xstate.actor');
    observations.splice(oldest, 1);
  };

  return {
    see: (seen: InspectionEvent): void => {
      const taken = takenTransitions(seen);
      if (!REPORTED.has(seen.type)) return;
      const observation = { seen, at: Date.now(), taken };
      store(observation);
      if (line) send(observation);
    },
    /** Replaces the open inspector. Call it from a click, or the browser may block the window. */
    open: (wanted: Target | null): void => {
      close();
      if (wanted === null) return;
      target = wanted;
      line = lineTo(wanted);
      for (const observation of observations) send(observation);
    },
    close,
    /** The target of the messages, whether the browser blocked its window, and whether no receiver answers. */
    state: () => ({ target, blocked: line?.blocked ?? false, isUnanswered: line?.isUnanswered() ?? false }),
  };
};

export type Inspection<Target> = ReturnType<typeof createInspection<Target>>;
