import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { AnyActor } from 'xstate';
import { screensInView } from '../gallery/screens-in-view.ts';
import type { FlowRun } from '../record/flow.file.ts';
import { brokenFinding, divergenceFinding, type Finding } from '../replay/finding.ts';
import { messagesOfRun } from '../replay/flow-messages.ts';
import '../replay/portal-system.ts';
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
  /** Where the current machines diverge from the recording, and the rules that it breaks, in order. */
  readonly findings: readonly Finding[];
};

/** A page load as the messages that an inspector would have received, made by a replay. `load`: its index. */
export const openRun = (run: FlowRun, load = 0): OpenRun => {
  const seen: ScreenMoment[] = [];
  const {
    messages: sent,
    steps,
    divergence,
    broken,
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
    findings: [
      ...broken.map((rule) => brokenFinding(rule, { load, count: steps[rule.message] ?? 0 })),
      ...(divergence ? [divergenceFinding(divergence, { load, count: steps.at(-1) ?? 0 })] : []),
    ],
  };
};
