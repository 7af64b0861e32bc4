import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { AnyActor } from 'xstate';
import { screensInView } from '../gallery/screens-in-view.ts';
import type { FlowRun } from '../record/flow.file.ts';
import { describeDivergence } from '../replay/divergence.ts';
import { messagesOfRun } from '../replay/flow-messages.ts';
import { type Message, readMessage } from './message.schema.ts';
import { type ScreenMoment, type ScreenSpan, screenSpans } from './screen-spans.ts';
import { type Timeline, timelineOf } from './timeline.ts';

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
