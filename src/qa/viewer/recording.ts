import { useEffect, useReducer } from 'react';
import type { Flow, FlowRun } from '../record/flow.file.ts';
import { changedCharts } from '../replay/changed-charts.ts';
import { portalSystem } from '../replay/portal-system.ts';
import { type OpenRun, openRun } from './open-run.ts';

/** `text`: the text of its file. */
export type Recording = Pick<Flow, 'name' | 'build' | 'locale' | 'machines'> & {
  readonly text: string;
  readonly runs: readonly FlowRun[];
  readonly chosen: number;
};

/** Ids of the machines whose chart is not the recorded one. */
export const changedIn = ({ machines }: Recording): readonly string[] => changedCharts(portalSystem, machines);

const openedRuns = new WeakMap<FlowRun, OpenRun>();

export const openedRun = (run: FlowRun, load: number): OpenRun => {
  const opened = openedRuns.get(run) ?? openRun(run, load);
  openedRuns.set(run, opened);
  return opened;
};

/** The chosen page load of a recording, and all its page loads. The others are opened one after another and are null until then. */
export const useRuns = (
  recording: Recording | null,
): { readonly opened: OpenRun | null; readonly all: readonly (OpenRun | null)[] } => {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const chosen = recording?.runs[recording.chosen];
  const opened = recording && chosen ? openedRun(chosen, recording.chosen) : null;
  const all = recording?.runs.map((run) => openedRuns.get(run) ?? null) ?? [];
  const next = all.indexOf(null);
  const waiting = recording?.runs[next];
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => {
      openedRun(waiting, next);
      redraw();
    });
    return () => clearTimeout(timer);
  }, [waiting, next]);
  return { opened, all };
};
