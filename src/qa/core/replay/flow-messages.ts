import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { InspectionEvent } from 'xstate';
import { messageOf } from '../inspect/inspection.ts';
import type { FlowRun } from '../record/flow.file.ts';
import type { Json } from '../redact/plain-copy.ts';
import { subject } from '../subject.ts';
import { openReplay, playThrough, type Replay } from './replay.ts';
import { createTakenTransitions } from './taken-transition.ts';

const asItIs = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json;

/**
 * The messages that an inspector would have received, replayed by the current machines at the recorded times, until a divergence. `steps`: for each,
 * how many external events had been sent. `onIdle` is called when the system is idle, with the number of messages so far.
 */
export const messagesOfRun = (run: FlowRun, onIdle: (replay: Replay, messages: number) => void = () => undefined) => {
  const messages: StatelyInspectionEvent[] = [];
  const steps: number[] = [];
  const takenTransitions = createTakenTransitions();
  let sent = 0;
  let isOver = false;
  let opened: Replay | null = null;
  const watch = (seen: InspectionEvent): void => {
    const taken = takenTransitions(seen);
    if (isOver) return;
    const message = messageOf(seen, asItIs, run.startedAt + (opened?.at() ?? 0), taken);
    if (!message) return;
    messages.push(message);
    steps.push(sent);
  };
  const replay = openReplay(subject('system'), run, { watch });
  opened = replay;
  playThrough(replay, (idle, step) => {
    onIdle(idle, messages.length);
    sent = step + 1;
  });
  const divergence = replay.divergence();
  isOver = true;
  replay.stop();
  return { messages, steps, divergence };
};
