import { useEffect, useReducer } from 'react';
import type { FlowRun } from '../record/flow.file.ts';
import { type OpenRun, openRun } from './open-run.ts';

/** `text`: the text of its file. */
export type Recording = {
  readonly name: string;
  readonly text: string;
  readonly runs: readonly FlowRun[];
  readonly chosen: number;
};

const openedRuns = new WeakMap<FlowRun, OpenRun>();

const openedRun = (run: FlowRun): OpenRun => {
  const opened = openedRuns.get(run) ?? openRun(run);
  openedRuns.set(run, opened);
  return opened;
};

/** The chosen page load of a recording, and all its page loads. The others are opened one after another and are null until then. */
export const useRuns = (
  recording: Recording | null,
): { readonly opened: OpenRun | null; readonly all: readonly (OpenRun | null)[] } => {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const chosen = recording?.runs[recording.chosen];
  const opened = chosen ? openedRun(chosen) : null;
  const all = recording?.runs.map((run) => openedRuns.get(run) ?? null) ?? [];
  const waiting = recording?.runs[all.indexOf(null)];
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => {
      openedRun(waiting);
      redraw();
    });
    return () => clearTimeout(timer);
  }, [waiting]);
  return { opened, all };
};
