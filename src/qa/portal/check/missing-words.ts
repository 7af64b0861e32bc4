import type { AnyActor } from 'xstate';
import type { Flow, FlowRun } from '../../core/record/flow.file.ts';
import { wholePages } from '../../core/record/shown-pages.ts';
import type { Finding } from '../../core/replay/finding.ts';
import { replayRun, stepCount } from '../../core/replay/replay.ts';
import { type LoggedMessage, logRun, messageLines, shortPath } from '../../core/replay/run-log.ts';
import { portalSystem } from '../portal-system.ts';
import { screenLabel, screensInView } from '../screens/screens-in-view.ts';
import { flowEntries } from '../to-test/flow-entries.ts';
import { bareText } from '../to-test/page-marks.ts';
import type { Reference } from './references.ts';

/** The innermost screens of the page, each from a row on. `isByResponse`: the result of a port led to it. */
const replayedScreens = (run: FlowRun) => {
  const found: { readonly row: number; readonly label: string; readonly isByResponse: boolean }[] = [];
  let isByResponse = false;
  replayRun(portalSystem, run, (replay) => {
    const label = screenLabel(screensInView(replay.root as unknown as AnyActor));
    if (found.at(-1)?.label !== label) found.push({ row: replay.position(), label, isByResponse });
    const next = replay.next();
    isByResponse = next?.kind === 'event' && /^xstate\.(?:done|error)\.actor\./.test(next.event.type);
  });
  return found;
};

const knownScreens = new WeakMap<FlowRun, ReturnType<typeof replayedScreens>>();

const screensOf = (run: FlowRun) => {
  const screens = knownScreens.get(run) ?? replayedScreens(run);
  knownScreens.set(run, screens);
  return screens;
};

const pagesWith = (words: string, references: readonly Reference[]) =>
  references.flatMap(({ flow }) =>
    flow.runs.flatMap((run) => {
      const rows = wholePages(run).flatMap((page) => (bareText(page.words.join('')).includes(words) ? [page.row] : []));
      const screens = rows.length > 0 ? screensOf(run) : [];
      return rows.map((row) => ({
        name: flow.name,
        label: screens.findLast((screen) => screen.row <= row)?.label ?? '',
      }));
    }),
  );

/** The last message of the player to a machine of a page load. The device, such as a window of another size, sends messages too. */
const lastActionIn = (flow: Flow, run: FlowRun): LoggedMessage | undefined => {
  const action = flowEntries({ ...flow, runs: [run] }).findLast((one) => one.kind === 'action');
  return logRun(run).messages.findLast(({ to, event }) => to === action?.owner && event === action.event.type);
};

const linesOf = (message: LoggedMessage): readonly string[] => messageLines(message).map((line) => line.trim());

/**
 * Why the last page misses these words, if nothing else is wrong: the last action has no effect, a result differs from the kept recordings (`lead`), the
 * machine shows another screen than in each of them that shows the words, or the view does not show them.
 */
export const missingWords = (
  flow: Flow,
  words: string,
  references: readonly Reference[],
  lead: Finding | null,
): Finding => {
  const { runs } = flow;
  // A written test looks at the first tab.
  const load = runs.findLastIndex(({ tab }) => tab === runs[0]?.tab);
  const run = runs[load];
  const place = { load, count: stepCount(run?.rows ?? []) };
  const action = run && lastActionIn(flow, run);
  if (action?.taken.length === 0)
    return {
      layers: ['chart'],
      sentence: `The last action, "${action.event}", has no effect on ${shortPath(action.to)}, and the page does not show "${words}".`,
      evidence: linesOf(action),
      ...place,
    };
  if (lead) return lead;
  const last = run && screensOf(run).at(-1);
  const machine = last?.label.split(':')[0];
  const pages = pagesWith(bareText(words), references).filter(({ label }) => label.split(':')[0] === machine);
  const [page] = pages;
  if (!last || !page || pages.some(({ label }) => label === last.label))
    return {
      layers: ['view'],
      sentence: `The machines and their data are right, and the last page does not show "${words}".`,
      evidence: ['The replay matches, no rule is broken, and the results are as in the kept recordings.'],
      ...place,
    };
  return {
    layers: last.isByResponse ? ['server', 'chart'] : ['chart'],
    sentence: `"${words}" is on the page "${page.label}" of "${page.name}", and the last page is "${last.label}".`,
    evidence: action ? linesOf(action) : [],
    ...place,
  };
};
