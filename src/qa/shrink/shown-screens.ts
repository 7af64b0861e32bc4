import { screensInView } from '../gallery/screens-in-view.ts';
import type { FlowRun } from '../record/flow.file.ts';
import { portalSystem } from '../replay/portal-system.ts';
import { replayRun } from '../replay/replay.ts';

/**
 * The screens of each machine in the order in which a recording shows them, until the current machines do something else: one line for each
 * machine, or only that of `machine`.
 */
export const shownScreens = (runs: readonly FlowRun[], machine?: string): readonly string[] => {
  const shown = new Map<string, string[]>();
  for (const run of runs) {
    let before: ReadonlySet<string> = new Set();
    replayRun(portalSystem, run, ({ root }) => {
      const now = screensInView(root);
      for (const screen of now) {
        if (before.has(`${screen.machine} ${screen.name}`)) continue;
        shown.set(screen.machine, [...(shown.get(screen.machine) ?? []), screen.name]);
      }
      before = new Set(now.map((screen) => `${screen.machine} ${screen.name}`));
    });
  }
  return [...shown]
    .filter(([name]) => machine === undefined || name === machine)
    .map(([name, screens]) => `  ${name}: ${screens.join(' > ')}`);
};
