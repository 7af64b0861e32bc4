import type { StatelyInspectionEvent } from '@statelyai/inspect';
import { useEffect, useReducer } from 'react';
import type { AnyActor } from 'xstate';
import { screensInView } from '../gallery/screens-in-view.ts';
import type { FlowRun } from '../record/flow.file.ts';
import { describeDivergence } from '../replay/divergence.ts';
import { messagesOfRun } from '../replay/flow-messages.ts';
import { type Message, readMessage } from './message.schema.ts';
import { type ScreenMoment, type ScreenSpan, screenSpans } from './screen-spans.ts';
import { type Timeline, timelineOf } from './timeline.ts';

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
  readonly timeline: Timeline;
  readonly screens: readonly ScreenSpan[];
  /** The same, as an inspector is sent them. */
  readonly sent: readonly StatelyInspectionEvent[];
  /** For each message, how many messages from outside had come. */
  readonly steps: readonly number[];
  /** Where today's machines leave the recording, in words; null when they don't. */
  readonly divergence: string | null;
};

/** A page load as the messages that an inspector would have received, made by a replay. */
export const openRun = (run: FlowRun): OpenRun => {
  const seen: ScreenMoment[] = [];
  const {
    messages: sent,
    steps,
    divergence,
  } = messagesOfRun(run, ({ root }, count) => {
    const since = (seen.at(-1)?.upTo ?? -1) + 1;
    seen.push({ since, upTo: count - 1, screens: screensInView(root as unknown as AnyActor) });
  });
  const messages = sent.flatMap((message) => readMessage(message) ?? []);
  return {
    run,
    sent,
    messages,
    timeline: timelineOf(messages),
    screens: screenSpans(seen, messages),
    steps,
    divergence: divergence && describeDivergence(divergence),
  };
};

const openedRuns = new WeakMap<FlowRun, OpenRun>();

const openedRun = (run: FlowRun): OpenRun => {
  const opened = openedRuns.get(run) ?? openRun(run);
  openedRuns.set(run, opened);
  return opened;
};

/** The chosen page load of a recording, and all of them: the others are replayed one after the other, and null until then. */
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
