import { isLocale } from '../../../contract/locales.ts';
import type { Flow, FlowRun } from '../../core/record/flow.file.ts';
import { type WholePage, wholePages } from '../../core/record/shown-pages.ts';
import { isMasked } from '../../core/redact/redactor.ts';
import type { Finding } from '../../core/replay/finding.ts';
import { stepCount, stepCountUntil } from '../../core/replay/replay.ts';
import { secondsText } from '../../core/replay/run-log.ts';
import { portalSystem } from '../portal-system.ts';
import { type Drawn, drawPages } from '../to-test/draw-pages.ts';
import { bareText } from '../to-test/page-marks.ts';

/** A page waits for its code, which a drawing already has. */
const LOADING = ['portal:frame.loading', 'session:recovery.loading'] as const;
/** React writes this where a part of the page failed. */
const NOT_DRAWN = '<!--$!-->';
/** A drawing has no link to the customer service or back to the game, and no open code for a phone. */
const NEVER_DRAWN = [
  'portal:menu.newWindow',
  'payment:action.game',
  'payment:blocked.copyLink',
  'payment:copied',
  'recharge:summary.toPhoneText',
  'session:expired.confirm',
] as const;

const AFTER_ROW_MS = 20;
const LASTING_MS = 300;

/** A page that follows its last message and stays for a while, and the one at the end: others may be on their way to the next one. */
const steadyPages = (run: FlowRun): readonly WholePage[] => {
  const seen = wholePages(run);
  const { until: at = 0, rows } = run;
  const pages = [...seen, ...(at > 0 ? seen.slice(-1).map((last) => ({ ...last, at, row: rows.length })) : [])];
  return pages.filter(({ at, row }, index) => {
    const next = pages[index + 1];
    const isLater = at - (rows[row - 1]?.at ?? 0) >= AFTER_ROW_MS;
    const isLasting = !next || next.at - at >= LASTING_MS;
    return isLater && isLasting && (rows[row]?.at ?? at + LASTING_MS) >= at;
  });
};

/** Numbers, times and masked data depend on the moment and on the recorder. */
const isComparable = (line: string): boolean => !isMasked(line) && !line.includes('•') && /^[^\d]{2,}$/.test(line);

/** The first line that a tester saw and that this build does not draw there; null if it draws all. `at`: ms since the page load began. */
export const undrawnLine = async ({ runs }: Pick<Flow, 'runs'>, { markupAt, divergedAt, words: textOf }: Drawn) => {
  for (const [load, run] of runs.entries())
    for (const { at, row, words } of steadyPages(run)) {
      if (at >= (divergedAt[load] ?? Number.POSITIVE_INFINITY)) continue;
      const markup = await markupAt({ run: load, row, at: run.startedAt + at });
      if (!markup.includes('<main') || markup.includes(NOT_DRAWN) || LOADING.some((key) => words.includes(textOf(key))))
        continue;
      const drawn = bareText([markup, ...NEVER_DRAWN.map(textOf)].join(''));
      const line = words.filter(isComparable).find((one) => !drawn.includes(bareText(one)));
      if (line !== undefined) return { load, row, at, line };
    }
  return null;
};

/** `words`: those that are not drawn. `isReference`: they are of a recording of the tests. */
type WordsFinding = Finding & { readonly words: string; readonly isReference: boolean };

const foundIn = async (flow: Flow): Promise<WordsFinding | null> => {
  const { locale, runs } = flow;
  if (!isLocale(locale) || runs.every(({ pages }) => pages === undefined)) return null;
  const found = await undrawnLine(flow, await drawPages(flow, locale));
  const run = flow.runs[found?.load ?? 0];
  if (!found || !run) return null;
  const { load, row, at, line } = found;
  return {
    layers: ['view'],
    sentence: `At ${secondsText(at, 2)} the page showed "${line}", which this build does not draw of the same data.`,
    evidence: [`page load ${load + 1}, after row ${row}`],
    load,
    count: stepCountUntil(portalSystem, run, row - 1),
    words: line,
    isReference: false,
  };
};

/** The first words of a recording, or of the kept one that is like it, that the views of this build do not draw of the same data. */
export const wordsFindingOf = async (flow: Flow, nearest: Flow | null): Promise<WordsFinding | null> => {
  const own = await foundIn(flow);
  if (own || !nearest) return own;
  const found = await foundIn(nearest);
  const last = flow.runs.length - 1;
  return (
    found && {
      ...found,
      sentence: `In the kept recording "${nearest.name}": ${found.sentence}`,
      load: last,
      count: stepCount(flow.runs[last]?.rows ?? []),
      isReference: true,
    }
  );
};
