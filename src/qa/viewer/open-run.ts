import type { AnyActor } from 'xstate';
import { screensInView } from '../gallery/screens-in-view.ts';
import type { FlowRun } from '../record/flow.file.ts';
import { describeDivergence } from '../replay/divergence.ts';
import { messagesOfRun } from '../replay/flow-messages.ts';
import { readMessage } from './message.schema.ts';
import type { OpenRun } from './recording.ts';
import { type ScreenMoment, screenSpans } from './screen-spans.ts';
import { timelineOf } from './timeline.ts';

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
