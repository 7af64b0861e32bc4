import type { AnyActor } from 'xstate';
import type { Flow, FlowRow } from '../../core/record/flow.file.ts';
import { replayRun } from '../../core/replay/replay.ts';
import { portalSystem } from '../portal-system.ts';
import { type ScreenName, screensInView } from './screens-in-view.ts';

/** Where a screen appears: recording, page load, and number of external events. */
export type FoundScene = ScreenName & {
  readonly flow: string;
  readonly run: number;
  readonly step: number;
  readonly isMobile: boolean;
};

const keyOf = ({ machine, name }: ScreenName): string => `${machine} ${name}`;

/** A URL change does not count, because it only follows an action. */
const isDoneByPlayer = (row: FlowRow | undefined): boolean =>
  row?.kind === 'event' && row.from === null && row.event.type !== 'url.changed';

/**
 * The scenes of a recording, up to the first divergence from the current machines. The first appearance of each screen counts, at its last step
 * before the player acts: by then the rest of the page is loaded.
 */
export const scenesOf = ({ name: flow, runs }: Flow): readonly FoundScene[] => {
  const found = new Map<string, FoundScene>();
  for (const [run, recorded] of runs.entries()) {
    let visible: ReadonlySet<string> = new Set();
    replayRun(portalSystem, recorded, (replay, step) => {
      const root = replay.root as unknown as AnyActor;
      const isMobile = root.getSnapshot().context.isMobile === true;
      const seen = screensInView(root).filter((screen) => visible.has(keyOf(screen)) || !found.has(keyOf(screen)));
      for (const screen of seen) found.set(keyOf(screen), { ...screen, flow, run, step, isMobile });
      visible = new Set(isDoneByPlayer(replay.next()) ? [] : seen.map(keyOf));
    });
  }
  return [...found.values()];
};

/** One scene per screen; desktop before phone, earlier recordings first. */
export const mergeScenes = (lists: readonly (readonly FoundScene[])[]): readonly FoundScene[] => [
  ...new Map(
    lists
      .flat()
      .toSorted((one, other) => Number(one.isMobile) - Number(other.isMobile))
      .toReversed()
      .map((scene) => [keyOf(scene), scene]),
  ).values(),
];

export const missingScreens = (all: readonly ScreenName[], scenes: readonly ScreenName[]): readonly ScreenName[] => {
  const seen = new Set(scenes.map(keyOf));
  return all.filter((screen) => !seen.has(keyOf(screen)));
};

/** Whether no later recording can replace these scenes: each screen has a scene on a desktop. */
export const cannotBeReplaced = (screens: readonly ScreenName[], scenes: readonly FoundScene[]): boolean => {
  const final = scenes.filter(({ isMobile }) => !isMobile);
  return missingScreens(screens, final).length === 0;
};
