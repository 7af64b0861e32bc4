import { createElement } from 'react';
import { prerender } from 'react-dom/static';
import { I18nextProvider } from 'react-i18next';
import type { LocaleTag } from '../../../contract/locales.ts';
import { createTranslator } from '../../../i18n/translator.ts';
import type { Flow, FlowRun } from '../../core/record/flow.file.ts';
import { replayRun } from '../../core/replay/replay.ts';
import { portalSystem } from '../portal-system.ts';
import { createPreview, type Scene } from '../preview/preview.ts';
import { SceneView } from '../preview/preview.view.tsx';
import type { Words } from './action-lines.ts';
import type { Moment } from './flow-entries.ts';

/** `rests`: the number of rows after which the replayed system is idle, at its start and after each step. `divergedAt`: ms, null for never. */
const replayed = (run: FlowRun) => {
  const rests: number[] = [];
  const divergence = replayRun(portalSystem, run, ({ position }) => void rests.push(position()));
  return { rests, divergedAt: divergence?.at ?? null };
};

/** React inserts parts above this size with scripts, which do not run in a saved page. */
const EVERYTHING = Number.POSITIVE_INFINITY;

/** Some words are joined by no-break spaces, which a tester does not type and Playwright does not distinguish. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

/** Draws the portal's own views in a language; English is that of the tests. */
export const drawPages = async ({ runs }: Flow, lang: LocaleTag = 'en-US') => {
  const translator = await createTranslator({
    onLocale: () => undefined,
    onFailure: () => undefined,
    detector: { detect: () => lang, remember: () => undefined },
  });
  await translator.complete();
  /** Empty if the views fail, which the data of a damaged recording can cause. */
  const draw = async (scene: Scene): Promise<string> => {
    const view = createElement(SceneView, { scene, theme: 'system', onLocale: () => undefined });
    const page = createElement(I18nextProvider, { i18n: translator.i18n }, view);
    const options = { progressiveChunkSize: EVERYTHING, onError: () => undefined };
    const drawn = await prerender(page, options).catch(() => null);
    return drawn ? plain(await new Response(drawn.prelude).text()) : '';
  };
  const previews = runs.map((run) => {
    const preview = createPreview();
    preview.open(run);
    return preview;
  });
  const replays = runs.map(replayed);
  const known = new Map<string, string>();
  /** The page at a moment; empty if the views cannot draw it. */
  const markupAt = async ({ run, row }: Moment): Promise<string> => {
    const step = (replays[run]?.rests ?? []).findLastIndex((rest) => rest <= row);
    const key = `${run} ${step}`;
    const drawn = known.get(key);
    if (drawn !== undefined) return drawn;
    const preview = previews[run];
    preview?.go(step);
    const scene = preview?.now();
    const markup = scene ? await draw(scene) : '';
    known.set(key, markup);
    return markup;
  };
  const words: Words = (key) => plain(translator.i18n.t(key, { skipInterpolation: true }));
  /** `divergedAt`: for each page load, when the machines of this build diverged, ms since its start; null: never. */
  return { markupAt, words, divergedAt: replays.map(({ divergedAt }) => divergedAt) };
};

export type Drawn = Awaited<ReturnType<typeof drawPages>>;
