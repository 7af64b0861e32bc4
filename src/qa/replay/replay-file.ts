import { readFlow } from '../record/flow.file.ts';
import { changedCharts } from './changed-charts.ts';
import { describeDivergence } from './divergence.ts';
import { portalSystem } from './portal-system.ts';
import { type Replay, stepCount } from './replay.ts';
import { brokenLine, endLines, isAbout, messageLines } from './run-log.lines.ts';
import { logRun } from './run-log.ts';

export type FileReplay = { readonly ok: boolean; readonly lines: readonly string[] };

export type FileReplayOptions = {
  /** As in `playThrough`, with the index of the page load as the second argument. */
  readonly onIdle?: (replay: Replay, run: number, step: number) => void;
  /** Prints every message to machines whose id or path contains this; '' matches all. */
  readonly steps?: string;
};

const UNCOMPARED = '(the code of guards and actions is not compared)';

const SAME = 'Replay matches the recording and breaks no rule.';

/** Replays the text of a `.flow.json` on the current machines. Returns lines for a terminal. */
export const replayFile = (text: string, { onIdle, steps }: FileReplayOptions = {}): FileReplay => {
  const read = readFlow(text);
  if (!read.ok) return { ok: false, lines: [read.line] };
  const { name, build, locale, machines, runs } = read.flow;
  const changed = changedCharts(portalSystem, machines);
  const head = `"${name}", recorded by build ${build} in ${locale}`;
  const heading = changed.length
    ? [head, `! Charts that changed since the recording: ${changed.join(', ')} ${UNCOMPARED}`]
    : [`${head}; charts unchanged since the recording ${UNCOMPARED}`];
  const hasContexts = runs.every(({ contexts }) => contexts);
  const blind = hasContexts
    ? []
    : ['! The recording has no contexts, so what is shown is not compared: record it again.'];
  const logs = runs.map((run, at) => ({
    run,
    at,
    log: logRun(run, { onIdle: (replay, step) => onIdle?.(replay, at, step) }),
  }));
  const lines = logs.flatMap(({ run, at, log }) => {
    const title = `tab ${run.tab}, page load ${at + 1} of ${runs.length} (${run.address})`;
    const printed = steps === undefined ? [] : log.messages.filter((message) => isAbout(message, steps));
    return [
      log.divergence ? `✗ ${title}: ${describeDivergence(log.divergence)}` : `✓ ${title}: ${stepCount(run.rows)} steps`,
      ...log.broken.map(brokenLine),
      ...printed.flatMap(messageLines),
      ...endLines(log.end),
    ];
  });
  const messages = logs.flatMap(({ log }) => log.messages);
  const isUnmatched = steps !== undefined && !messages.some((message) => isAbout(message, steps));
  const ids = [...new Set(messages.map(({ machine }) => machine))].join(', ');
  const noMatch = isUnmatched ? [`! No machine or path contains "${steps}"; the machines are ${ids}.`] : [];
  const cut = runs.some((run) => run.cut) ? ['! The recorder was full: the end of this flow is missing.'] : [];
  const ok = logs.every(({ log }) => log.divergence === null && log.broken.length === 0);
  const verdict = ok ? [SAME] : [];
  return { ok, lines: [...heading, ...blind, ...lines, ...verdict, ...noMatch, ...cut] };
};
