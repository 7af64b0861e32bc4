import type { StatelyInspectionEvent } from '@statelyai/inspect';
import { messageOf } from '../inspect/inspection-message.ts';
import type { FlowRun } from '../record/flow.file.ts';
import type { Json } from '../redact/redactor.ts';
import type { Divergence } from './divergence.ts';
import { portalSystem } from './portal-system.ts';
import { openReplay, type Replay } from './replay.ts';

const asItIs = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json;

/**
 * What an inspector would have been told while a run was recorded: today's machines walk through it, with the recording's own times.
 * Up to the divergence when there is one.
 */
export const messagesOfRun = (
  run: FlowRun,
): { readonly messages: readonly StatelyInspectionEvent[]; readonly divergence: Divergence | null } => {
  const messages: StatelyInspectionEvent[] = [];
  let opened: Replay | null = null;
  const replay = openReplay(portalSystem, run, (seen) => {
    if (opened?.divergence()) return;
    const message = messageOf(seen, asItIs, run.startedAt + (opened?.at() ?? 0));
    if (message) messages.push(message);
  });
  opened = replay;
  replay.start();
  while (replay.step());
  const divergence = replay.divergence();
  replay.stop();
  return { messages, divergence };
};
