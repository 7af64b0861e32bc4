import { readFlow } from '../record/flow.file.ts';
import { changedCharts } from './changed-charts.ts';
import { tellDivergence } from './divergence.ts';
import { portalSystem } from './portal-system.ts';
import { type Replay, replayRun, stepsOf } from './replay.ts';

export type FileReplay = { readonly ok: boolean; readonly lines: readonly string[] };

/** The text of a `.flow.json` replayed on today's machines, told in lines for a terminal. `look`: as in `replayRun`. */
export const replayFile = (
  text: string,
  look: (replay: Replay, run: number, step: number) => void = () => undefined,
): FileReplay => {
  const read = readFlow(text);
  if (!read.ok) return { ok: false, lines: [read.line] };
  const { name, build, locale, machines, runs } = read.flow;
  const head = `"${name}", recorded by build ${build} in ${locale}`;
  const lines = runs.flatMap((run, at) => {
    const title = `tab ${run.tab}, page load ${at + 1} of ${runs.length} (${run.address})`;
    const found = replayRun(portalSystem, run, (replay, step) => look(replay, at, step));
    return found ? [`✗ ${title}: ${tellDivergence(found)}`] : [`✓ ${title}: ${stepsOf(run.rows)} steps`];
  });
  const ok = lines.every((line) => line.startsWith('✓'));
  const cut = runs.some((run) => run.cut) ? ['! The recorder was full: the end of this flow is missing.'] : [];
  const changed = changedCharts(portalSystem, machines);
  const charts = changed.length ? [`! Charts that changed since the recording: ${changed.join(', ')}`] : [];
  return { ok, lines: [head, ...charts, ...lines, ...cut] };
};
