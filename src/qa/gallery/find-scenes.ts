import type { AnyActor } from 'xstate';
import type { Flow } from '../record/flow.file.ts';
import { portalSystem } from '../replay/portal-system.ts';
import { openReplay } from '../replay/replay.ts';
import { type ScreenName, screenOf } from './screen-names.ts';

/** Where a screen can be seen: in which recording, which of its page loads, after how many messages from outside. */
export type FoundScene = ScreenName & {
  readonly flow: string;
  readonly run: number;
  readonly step: number;
  readonly isMobile: boolean;
};

const keyOf = ({ machine, name }: ScreenName): string => `${machine} ${name}`;

const actorsBelow = (actor: AnyActor): AnyActor[] => {
  const children: Readonly<Record<string, unknown>> = actor.getSnapshot()?.children ?? {};
  return [actor, ...Object.values(children).flatMap((child) => actorsBelow(child as AnyActor))];
};

/** The first step of each screen of a recording; a recording that today's machines leave counts until there. */
export const scenesOf = (flow: Flow): readonly FoundScene[] => {
  const found = new Map<string, FoundScene>();
  for (const [run, recorded] of flow.runs.entries()) {
    const replay = openReplay(portalSystem, recorded);
    const look = (step: number): void => {
      const root = replay.root as unknown as AnyActor;
      for (const actor of actorsBelow(root)) {
        const screen = screenOf(actor);
        if (!screen || found.has(keyOf(screen))) continue;
        const isMobile = root.getSnapshot().context.isMobile === true;
        found.set(keyOf(screen), { ...screen, flow: flow.name, run, step, isMobile });
      }
    };
    replay.start();
    let step = 0;
    do {
      look(step);
      step += 1;
    } while (replay.step());
    replay.stop();
  }
  return [...found.values()];
};

/** One scene for each screen, the first recording first. */
export const mergeScenes = (lists: readonly (readonly FoundScene[])[]): readonly FoundScene[] => [
  ...new Map(
    lists
      .flat()
      .toReversed()
      .map((scene) => [keyOf(scene), scene]),
  ).values(),
];

export const missingScreens = (all: readonly ScreenName[], scenes: readonly ScreenName[]): readonly ScreenName[] => {
  const seen = new Set(scenes.map(keyOf));
  return all.filter((screen) => !seen.has(keyOf(screen)));
};
