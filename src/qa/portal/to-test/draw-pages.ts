import type { LocaleTag } from '../../../contract/locales.ts';
import type { Flow, FlowRun } from '../../core/record/flow.file.ts';
import { openReplay, playThrough } from '../../core/replay/replay.ts';
import { portalSystem } from '../portal-system.ts';
import { createPreview } from '../preview/preview.ts';
import type { Moment } from './flow-entries.ts';
import { createScreenRenderer } from './screen-renderer.tsx';
import type { Drawn } from './to-test.ts';

/** `rests`: the number of rows after which the replayed system is idle, at its start and after each step. `divergedAt`: ms, null for never. */
const replayed = (run: FlowRun) => {
  const rests: number[] = [];
  const replay = openReplay(portalSystem, run);
  playThrough(replay, () => void rests.push(replay.position()));
  const divergedAt = replay.divergence()?.at ?? null;
  replay.stop();
  return { rests, divergedAt };
};

/** Draws the portal's own views in a language; English is that of the tests. */
export const drawPages = async ({ runs }: Flow, lang: LocaleTag = 'en-US'): Promise<Drawn> => {
  const { draw, words } = await createScreenRenderer(lang);
  const previews = runs.map((run) => {
    const preview = createPreview();
    preview.open(run);
    return preview;
  });
  const replays = runs.map(replayed);
  const known = new Map<string, string>();
  const markupAt = async ({ run, row }: Moment): Promise<string> => {
    const step = (replays[run]?.rests ?? []).findLastIndex((rest) => rest <= row);
    const key = `${run} ${step}`;
    const drawn = known.get(key);
    if (drawn !== undefined) return drawn;
    const preview = previews[run];
    preview?.go(step);
    const scene = preview?.now();
    const markup = (scene && (await draw(scene))) || '';
    known.set(key, markup);
    return markup;
  };
  return { markupAt, words, divergedAt: replays.map(({ divergedAt }) => divergedAt) };
};
