import type { Flow, FlowRun } from '../../core/record/flow.file.ts';
import { type WholePage, wholePages } from '../../core/record/shown-pages.ts';
import { isMasked } from '../../core/redact/redactor.ts';
import { bareText } from './page-marks.ts';
import type { Drawn } from './to-test.ts';

/** A line that a tester saw and that this build does not draw at the same place. `at`: ms since the page load began. */
export type UndrawnLine = { readonly load: number; readonly row: number; readonly at: number; readonly line: string };

/** A page waits for its code, which a drawing already has. */
const LOADING = ['portal:frame.loading', 'session:recovery.loading'] as const;
/** React writes this where a part of the page failed. */
const NOT_DRAWN = '<!--$!-->';
/** A drawing has no link to the customer service. */
const NEW_WINDOW = 'portal:menu.newWindow';

const AFTER_ROW_MS = 20;
const LASTING_MS = 300;

/** A page that follows its last message and stays for a while: others may be on their way to the next one. */
const steadyPages = (run: FlowRun): readonly WholePage[] => {
  const pages = wholePages(run);
  return pages.filter(({ at, row }, index) => {
    const next = pages[index + 1];
    const isLater = at - (run.rows[row - 1]?.at ?? 0) >= AFTER_ROW_MS;
    const isLasting = !next || next.at - at >= LASTING_MS;
    return isLater && isLasting && (run.rows[row]?.at ?? at + LASTING_MS) >= at;
  });
};

/** Numbers, times and masked data depend on the moment and on the recorder. */
const isComparable = (line: string): boolean => !isMasked(line) && !line.includes('•') && /^[^\d]{2,}$/.test(line);

/** The first line of a recording that this build does not draw; null if it draws all of them. */
export const undrawnLine = async (
  { runs }: Pick<Flow, 'runs'>,
  { markupAt, divergedAt, words: textOf }: Drawn,
): Promise<UndrawnLine | null> => {
  for (const [load, run] of runs.entries())
    for (const { at, row, words } of steadyPages(run)) {
      if (at >= (divergedAt[load] ?? Number.POSITIVE_INFINITY)) continue;
      const markup = await markupAt({ run: load, row, at: run.startedAt + at });
      if (!markup.includes('<main') || markup.includes(NOT_DRAWN) || LOADING.some((key) => words.includes(textOf(key))))
        continue;
      const drawn = bareText(`${markup}${textOf(NEW_WINDOW)}`);
      const line = words.filter(isComparable).find((one) => !drawn.includes(bareText(one)));
      if (line !== undefined) return { load, row, at, line };
    }
  return null;
};
