import './portal-system.ts';
import { readFlow } from '../core/record/flow.file.ts';
import { describeDivergence } from '../core/replay/divergence.ts';
import { flowWarnings } from '../core/replay/flow-warnings.ts';
import { stepCount } from '../core/replay/replay.ts';
import { brokenLine, isAbout, logRun, messageLines } from '../core/replay/run-log.ts';

/** Replays the text of a `.flow.json`. `steps`: prints every message to machines whose id or path contains this; '' matches all. */
export const replayFile = (text: string, { steps }: { readonly steps?: string } = {}) => {
  const read = readFlow(text);
  if (!read.ok) return { ok: false, lines: [read.line] };
  const { name, build, locale, runs } = read.flow;
  const heading = [
    `"${name}", recorded by build ${build} in ${locale}`,
    ...flowWarnings(read.flow).map((warning) => `! ${warning}`),
  ];
  const logs = runs.map((run) => ({ run, log: logRun(run) }));
  const lines = logs.flatMap(({ run, log }, at) => {
    const title = `tab ${run.tab}, page load ${at + 1} of ${runs.length} (${run.address})`;
    const printed = steps === undefined ? [] : log.messages.filter((message) => isAbout(message, steps));
    return [
      log.divergence ? `✗ ${title}: ${describeDivergence(log.divergence)}` : `✓ ${title}: ${stepCount(run.rows)} steps`,
      ...log.broken.map(brokenLine),
      ...printed.flatMap(messageLines),
    ];
  });
  const messages = logs.flatMap(({ log }) => log.messages);
  const isUnmatched = steps !== undefined && !messages.some((message) => isAbout(message, steps));
  const ids = [...new Set(messages.map(({ machine }) => machine))].join(', ');
  const noMatch = isUnmatched ? [`! No machine or path contains "${steps}"; the machines are ${ids}.`] : [];
  const ok = logs.every(({ log }) => log.divergence === null && log.broken.length === 0);
  const verdict = ok ? ['Replay matches the recording and breaks no rule.'] : [];
  return { ok, lines: [...heading, ...lines, ...verdict, ...noMatch] };
};
