import type { StatelyInspectionEvent } from '@statelyai/inspect';
import { messageOf } from '../inspect/inspection.ts';
import type { FlowRun } from '../record/flow.file.ts';
import type { Json } from '../redact/plain-copy.ts';
import { subject } from '../subject.ts';
import { playRun, type Replay } from './replay.ts';
import { createTakenTransitions } from './taken-transition.ts';

const asItIs = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json;

/**
 * The messages that an inspector would have received, replayed by the current machines at the recorded times, until a divergence.
 * `steps`: for each, how many external events had been sent. `onIdle` receives the number of messages so far.
 */
export const messagesOfRun = (run: FlowRun, onIdle: (replay: Replay, messages: number) => void = () => undefined) => {
  const messages: StatelyInspectionEvent[] = [];
  const steps: number[] = [];
  const takenTransitions = createTakenTransitions();
  let sent = 0;
  const { divergence } = playRun(
    subject('system'),
    run,
    (idle, step) => {
      onIdle(idle, messages.length);
      sent = step + 1;
    },
    (seen, { at }) => {
      const message = messageOf(seen, asItIs, run.startedAt + at(), takenTransitions(seen));
      if (!message) return;
      messages.push(message);
      steps.push(sent);
    },
  );
  return { messages, steps, divergence };
};
