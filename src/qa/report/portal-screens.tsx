import type { ParseKeys, TypeOptions } from 'i18next';
import { prerender } from 'react-dom/static';
import { I18nextProvider } from 'react-i18next';
import type { LocaleTag } from '../../contract/locales.ts';
import { nearestLocale } from '../../i18n/locales.ts';
import { createTranslator } from '../../i18n/translator.ts';
import { createPreview, type Scene } from '../preview/preview.ts';
import { SceneView } from '../preview/preview.view.tsx';
import type { Flow } from '../record/flow.file.ts';
import { pictureAt, picturesOf } from './portal-pictures.ts';
import { portalStyle } from './portal-style.ts';
import { createStyleRules, patchesOf, screenMarkup, type TextPatch } from './screen-markup.ts';

/** A key of a text with its namespace. */
export type TextKey = Extract<ParseKeys<(keyof TypeOptions['resources'])[]>, `${string}:${string}`>;

/** The portal's pages as they were. */
export type PortalScreens = {
  readonly css: string;
  readonly lang: string;
  /** Data URLs by name; `src="picture:NAME"` in a screen. */
  readonly pictures: Readonly<Record<string, string>>;
  readonly screens: readonly TextPatch[];
  /** For each page load and step. */
  readonly shown: readonly (readonly ShownScreen[])[];
};

/** Index of a screen; missing if the views failed to draw it. `isMobile`: the page was shown on a phone. */
type ShownScreen = { readonly screen?: number; readonly isMobile: boolean };

/** React inserts parts above this size with scripts, which do not run in a saved page. */
const EVERYTHING = Number.POSITIVE_INFINITY;

/** Draws scenes of the portal in one language. `draw` resolves with null if the views fail, which the data of a damaged recording can cause. */
export const createScreenRenderer = async (lang: LocaleTag) => {
  const translator = await createTranslator({
    onLocale: () => undefined,
    onFailure: () => undefined,
    detector: { detect: () => lang, remember: () => undefined },
  });
  await translator.complete();
  const prerendered = (scene: Scene) =>
    prerender(
      <I18nextProvider i18n={translator.i18n}>
        <SceneView scene={scene} theme="system" onLocale={() => undefined} />
      </I18nextProvider>,
      { progressiveChunkSize: EVERYTHING, onError: () => undefined },
    );
  return {
    draw: async (scene: Scene): Promise<string | null> => {
      const drawn = await prerendered(scene).catch(() => null);
      return drawn && new Response(drawn.prelude).text();
    },
    /** A text with its placeholders. */
    words: (key: TextKey): string => translator.i18n.t(key, { skipInterpolation: true }),
  };
};

const isMobile = ({ replay }: Scene): boolean => replay.root.getSnapshot().context.isMobile === true;

/** Draws the portal's own views at each step. `steps`: how many each page load has. */
export const screensOf = async ({ locale, runs }: Flow, steps: readonly number[]): Promise<PortalScreens> => {
  const lang = nearestLocale(locale) ?? 'en-US';
  const { draw } = await createScreenRenderer(lang);
  const styles = createStyleRules();
  const names = new Set<string>();
  const indexes = new Map<string, number>();
  const note = (url: string): string | null => {
    const name = pictureAt(url);
    if (name !== null) names.add(name);
    return name;
  };
  const indexOf = (text: string): number => {
    const known = indexes.get(text) ?? indexes.size;
    indexes.set(text, known);
    return known;
  };
  const shown: ShownScreen[][] = [];
  for (const [at, run] of runs.entries()) {
    const preview = createPreview();
    preview.open(run);
    const screens: ShownScreen[] = [];
    for (let step = 0; step < (steps[at] ?? 0); step += 1) {
      preview.go(step);
      const scene = preview.now();
      if (!scene) break;
      const drawn = await draw(scene);
      const screen = drawn === null ? null : indexOf(screenMarkup(drawn, { styles, pictureAt: note }));
      screens.push({ ...(screen !== null && { screen }), isMobile: isMobile(scene) });
    }
    preview.now()?.replay.stop();
    shown.push(screens);
  }
  return {
    css: `${portalStyle()}\n${styles.css()}`,
    lang,
    pictures: await picturesOf(names),
    screens: patchesOf([...indexes.keys()]),
    shown,
  };
};
