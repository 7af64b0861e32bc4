import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { AnyActor } from 'xstate';
import type { Flow, FlowRun } from '../../core/record/flow.file.ts';
import { wholePages } from '../../core/record/shown-pages.ts';
import type { Finding } from '../../core/replay/finding.ts';
import { messagesOfRun } from '../../core/replay/flow-messages.ts';
import '../../portal/portal-system.ts';
import { type ScreenName, screenLabel, screensInView } from '../../portal/screens/screens-in-view.ts';
import { type Timeline, timelineOf } from './timeline.ts';

/** The screens after an external event. `since`, `upTo`: index of the first and the last message that it caused. */
type ScreenMoment = { readonly since: number; readonly upTo: number; readonly screens: readonly ScreenName[] };

/** A period in which the page showed the same screen. Times: epoch ms. `since`, `upTo`: those of its first moment. */
export type ScreenSpan = {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly since: number;
  readonly upTo: number;
};

/** What the page showed, in order. The last span lasts as long as the messages. */
const screenSpans = (moments: readonly ScreenMoment[], times: readonly number[]): readonly ScreenSpan[] => {
  const spans: ScreenSpan[] = [];
  const end = times.at(-1) ?? 0;
  for (const { since, upTo, screens } of moments) {
    const label = screenLabel(screens);
    const from = times[since] ?? end;
    const last = spans.at(-1);
    if (last?.label === label) continue;
    if (last) spans[spans.length - 1] = { ...last, to: from };
    spans.push({ label, from, to: end, since, upTo });
  }
  return spans;
};

/** The span that a message belongs to. `upTo`: its index. */
export const spanAt = (spans: readonly ScreenSpan[], upTo: number): ScreenSpan | null =>
  spans.findLast(({ since }) => since <= upTo) ?? null;

export type OpenRun = {
  readonly run: FlowRun;
  readonly timeline: Timeline;
  readonly screens: readonly ScreenSpan[];
  /** The messages in the form in which an inspector receives them. */
  readonly sent: readonly StatelyInspectionEvent[];
  /** For each message, how many external events had been sent. */
  readonly steps: readonly number[];
};

/** A page load as the messages that an inspector would have received, made by a replay. */
export const openRun = (run: FlowRun): OpenRun => {
  const seen: ScreenMoment[] = [];
  const { messages: sent, steps } = messagesOfRun(run, ({ root }, count) => {
    const since = (seen.at(-1)?.upTo ?? -1) + 1;
    seen.push({ since, upTo: count - 1, screens: screensInView(root as unknown as AnyActor) });
  });
  const timeline = timelineOf(sent);
  return { run, sent, timeline, screens: screenSpans(seen, timeline.times), steps };
};

/** `text`: the text of its file. */
export type Recording = Pick<Flow, 'name' | 'build' | 'locale' | 'machines'> & {
  readonly text: string;
  readonly runs: readonly OpenRun[];
  readonly findings: readonly Finding[];
};

/** The words that the recorded page showed after a message, if the recording has them. `upTo`: index of the message. */
export const recordedWords = ({ run, timeline: { times } }: OpenRun, upTo: number): readonly string[] => {
  const at = (times[upTo] ?? run.startedAt) - run.startedAt;
  return wholePages(run).findLast((page) => page.at <= at)?.words ?? [];
};
