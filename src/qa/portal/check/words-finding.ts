import { isLocale } from '../../../contract/locales.ts';
import type { Flow } from '../../core/record/flow.file.ts';
import type { Finding } from '../../core/replay/finding.ts';
import { stepCount, stepCountUntil } from '../../core/replay/replay.ts';
import { portalSystem } from '../portal-system.ts';
import { drawPages } from '../to-test/draw-pages.ts';
import { undrawnLine } from '../to-test/undrawn-line.ts';

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(2)} s`;

/** `words`: those that are not drawn. `isReference`: they are of a recording of the tests. */
export type WordsFinding = Finding & { readonly words: string; readonly isReference: boolean };

const foundIn = async (flow: Flow): Promise<WordsFinding | null> => {
  const { locale, runs } = flow;
  if (!isLocale(locale) || runs.every(({ pages }) => pages === undefined)) return null;
  const found = await undrawnLine(flow, await drawPages(flow, locale));
  const run = flow.runs[found?.load ?? 0];
  if (!found || !run) return null;
  const { load, row, at, line } = found;
  return {
    layers: ['view'],
    sentence: `At ${seconds(at)} the page showed "${line}", which this build does not draw of the same data.`,
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
