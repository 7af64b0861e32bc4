import type { StatelyInspectionEvent } from '@statelyai/inspect';
import { useMemo } from 'react';
import type { FlowRun } from '../record/flow.file.ts';
import { describeDivergence } from '../replay/divergence.ts';
import { messagesOfRun } from '../replay/flow-messages.ts';
import { type Message, readMessage } from './message.schema.ts';

/** `text`: of its file. */
export type Recording = {
  readonly name: string;
  readonly text: string;
  readonly runs: readonly FlowRun[];
  readonly chosen: number;
};

export type OpenRun = {
  readonly run: FlowRun;
  readonly messages: readonly Message[];
  /** The same, as an inspector is sent them. */
  readonly sent: readonly StatelyInspectionEvent[];
  /** For each message, how many messages from outside had come. */
  readonly steps: readonly number[];
  /** Where today's machines leave the recording, in words; null when they don't. */
  readonly divergence: string | null;
};

/** A page load as the messages that an inspector would have received, made by a replay. */
export const openRun = (run: FlowRun): OpenRun => {
  const { messages, steps, divergence } = messagesOfRun(run);
  return {
    run,
    sent: messages,
    messages: messages.flatMap((message) => readMessage(message) ?? []),
    steps,
    divergence: divergence && describeDivergence(divergence),
  };
};

/** The chosen page load of a recording. */
export const useRun = (recording: Recording | null): OpenRun | null =>
  useMemo(() => {
    const run = recording?.runs[recording.chosen];
    return run ? openRun(run) : null;
  }, [recording]);
