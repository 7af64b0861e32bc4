import type { StatelyInspectionEvent } from '@statelyai/inspect';
import { useEffect, useReducer } from 'react';
import type { FlowRun } from '../record/flow.file.ts';
import type { Message } from './message.schema.ts';
import type { ScreenSpan } from './screen-spans.ts';
import type { Timeline } from './timeline.ts';

/** `text`: the text of its file. */
export type Recording = {
  readonly name: string;
  readonly text: string;
  readonly runs: readonly FlowRun[];
  readonly chosen: number;
};

export type OpenRun = {
  readonly run: FlowRun;
  readonly messages: readonly Message[];
  readonly timeline: Timeline;
  readonly screens: readonly ScreenSpan[];
  /** The messages in the form in which an inspector receives them. */
  readonly sent: readonly StatelyInspectionEvent[];
  /** For each message, how many external events had been sent. */
  readonly steps: readonly number[];
  /** Where the current machines diverge from the recording, in words; null if they do not. */
  readonly divergence: string | null;
};

const openedRuns = new WeakMap<FlowRun, OpenRun>();

const openedRun = (run: FlowRun, open: (run: FlowRun) => OpenRun): OpenRun => {
  const opened = openedRuns.get(run) ?? open(run);
  openedRuns.set(run, opened);
  return opened;
};

/** The chosen page load of a recording, and all its page loads. The others are opened one after another and are null until then. */
export const useRuns = (
  recording: Recording | null,
  open: (run: FlowRun) => OpenRun,
): { readonly opened: OpenRun | null; readonly all: readonly (OpenRun | null)[] } => {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const chosen = recording?.runs[recording.chosen];
  const opened = chosen ? openedRun(chosen, open) : null;
  const all = recording?.runs.map((run) => openedRuns.get(run) ?? null) ?? [];
  const waiting = recording?.runs[all.indexOf(null)];
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => {
      openedRun(waiting, open);
      redraw();
    });
    return () => clearTimeout(timer);
  }, [waiting, open]);
  return { opened, all };
};
