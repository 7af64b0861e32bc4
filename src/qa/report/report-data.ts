import { type ContextChanges, createContextChanges } from '../record/context-changes.ts';
import type { EventRow, Flow, FlowRun } from '../record/flow.file.ts';
import { createRedactor, type Json } from '../redact/redactor.ts';
import { changedCharts } from '../replay/changed-charts.ts';
import { describeDivergence } from '../replay/divergence.ts';
import { portalSystem } from '../replay/portal-system.ts';
import type { OnIdle } from '../replay/replay.ts';
import { refusalText, shortPath, stateText, transitionText } from '../replay/run-log.lines.ts';
import { type BrokenAt, type LoggedMessage, logRun } from '../replay/run-log.ts';
import type { Report, ReportChange, ReportMessage, ReportRun, ReportStep, StepKind } from './report.types.ts';

const START = 'xstate.init';
/** `xstate.done.actor.createOrder` → `createOrder` and `done`. */
const OUTCOME = /^xstate\.(done|error|snapshot)\.actor\.(.+)$/;
const FAILURE = /^xstate\.error\./;
const DELAY = /^xstate\.after\.([^.]+)\..+$/;

const OUTCOME_WORDS: Readonly<Record<string, string>> = { done: 'done', error: 'failed', snapshot: 'changed' };

const titleOf = (event: string): string => {
  if (event === START) return 'starts';
  const [, outcome = '', actor] = OUTCOME.exec(event) ?? [];
  if (actor !== undefined) return `${actor} · ${OUTCOME_WORDS[outcome] ?? outcome}`;
  const [, delay] = DELAY.exec(event) ?? [];
  return delay === undefined ? event : `after ${delay}`;
};

const kindOf = (event: string, row: EventRow | undefined): StepKind => {
  if (event === START) return 'start';
  if (row?.timer) return 'timer';
  return row?.from == null ? 'page' : 'response';
};

/** The recorded row of each message; a replay does not know who sent an external event. */
const rowsOf = ({ rows }: FlowRun, messages: readonly LoggedMessage[]): ReadonlyMap<LoggedMessage, EventRow> => {
  const machines = new Set(rows.flatMap((row) => (row.kind === 'actor' && row.machine !== null ? [row.path] : [])));
  const events = rows.filter((row) => row.kind === 'event' && machines.has(row.to)) as readonly EventRow[];
  return new Map(
    messages.flatMap((message, at) => {
      const row = events[at];
      return row?.to === message.to && row.event.type === message.event ? [[message, row]] : [];
    }),
  );
};

const LAST_LINE_BREAK = /\n\s*/g;

/** JSON on one line if it is short. */
const jsonText = (value: unknown): string => {
  const text = JSON.stringify(value, null, 2) ?? '';
  const line = text.replaceAll(LAST_LINE_BREAK, ' ');
  return line.length <= 80 ? line : text;
};

const payloadOf = (payload: object): string | null => {
  const fields = Object.entries(payload).filter(([name]) => name !== 'type');
  return fields.length > 0 ? jsonText(Object.fromEntries(fields)) : null;
};

/** Remembers the parts of each context by path, so that a change includes the previous value. */
const createKnownParts = () => {
  const known = new Map<string, Json>();
  return (machine: string, changes: ContextChanges): readonly ReportChange[] =>
    Object.entries(changes).map(([path, value]) => {
      const key = `${machine} ${path}`;
      const was = known.get(key);
      if (value === null) known.delete(key);
      else known.set(key, value);
      return {
        path,
        was: was === undefined ? null : JSON.stringify(was),
        is: value === null ? null : JSON.stringify(value),
      };
    });
};

const brokenSentence = ({ id, sentence, problem }: BrokenAt): string => `${sentence} (${id}: ${problem})`;

const isAfter = ({ at, path, event }: BrokenAt, message: LoggedMessage): boolean =>
  at === message.at && path === message.to && event === message.event;

type Parts = {
  readonly partsOf: ReturnType<typeof createKnownParts>;
  readonly redact: (value: unknown) => Json;
  readonly broken: readonly BrokenAt[];
  readonly rows: ReadonlyMap<LoggedMessage, EventRow>;
};

const senderOf = (from: string | null): string => (from === null ? 'page' : shortPath(from));

const messageOf = (message: LoggedMessage, { partsOf, redact, broken, rows }: Parts): ReportMessage => {
  const { event, to, from, taken, refused, state, changes, payload } = message;
  return {
    title: titleOf(event),
    to: shortPath(to),
    from: senderOf(rows.get(message)?.from ?? from),
    isStart: event === START,
    isFailure: FAILURE.test(event),
    taken: taken.map(transitionText),
    refused: taken.length > 0 ? [] : refused.map(refusalText),
    state: state === null ? null : stateText(state),
    changes: changes === null ? [] : partsOf(to, changes),
    payload: event === START ? null : payloadOf(redact(payload) as object),
    broken: broken.filter((one) => isAfter(one, message)).map(brokenSentence),
  };
};

/** `onIdle`: as in `playThrough`. */
const runOf = (run: FlowRun, onIdle?: OnIdle): ReportRun => {
  const { redact } = createRedactor();
  const { divergence, broken, messages } = logRun(run, { onIdle, changesOf: createContextChanges(redact) });
  const rows = rowsOf(run, messages);
  const parts: Parts = { partsOf: createKnownParts(), redact, broken, rows };
  const groups = new Map<number, LoggedMessage[]>();
  for (const message of messages) groups.set(message.step, [...(groups.get(message.step) ?? []), message]);
  const steps = [...groups.values()].flatMap((group): ReportStep[] => {
    const [first] = group;
    if (!first) return [];
    return [
      {
        index: first.step,
        at: first.at,
        kind: kindOf(first.event, rows.get(first)),
        messages: group.map((message) => messageOf(message, parts)),
        moves: group.map(({ to, machine, state, taken, isLast }) => ({
          path: shortPath(to),
          machine,
          value: state,
          taken,
          isOver: isLast,
        })),
      },
    ];
  });
  return {
    tab: run.tab,
    address: run.address,
    startedAt: run.startedAt,
    isCut: run.cut === true,
    steps,
    divergence: divergence && describeDivergence(divergence),
    broken: broken.map(brokenSentence),
  };
};

/** Replays a masked recording on the current machines. `onIdle` is called when a page load is idle. */
export const reportOf = (flow: Flow, onIdle?: (run: number) => OnIdle): Report => ({
  name: flow.name,
  build: flow.build,
  locale: flow.locale,
  changedCharts: changedCharts(portalSystem, flow.machines),
  hasContexts: flow.runs.every(({ contexts }) => contexts),
  runs: flow.runs.map((run, at) => runOf(run, onIdle?.(at))),
});

/** Index of the first divergence or broken rule among the steps of all page loads; else of the last step. A page load ends where it diverges. */
export const openingStep = ({ runs }: Report): number => {
  const findings = runs.flatMap(({ steps, divergence }) =>
    steps.map(
      ({ messages }, at) =>
        messages.some(({ broken }) => broken.length > 0) || (divergence !== null && at === steps.length - 1),
    ),
  );
  const first = findings.indexOf(true);
  return first < 0 ? findings.length - 1 : first;
};
