import type { ParseKeys, TypeOptions } from 'i18next';
import { prerender } from 'react-dom/static';
import { I18nextProvider } from 'react-i18next';
import type { LocaleTag } from '../../../contract/locales.ts';
import { createTranslator } from '../../../i18n/translator.ts';
import type { Scene } from '../preview/preview.ts';
import { SceneView } from '../preview/preview.view.tsx';

/** A key of a text with its namespace. */
export type TextKey = Extract<ParseKeys<(keyof TypeOptions['resources'])[]>, `${string}:${string}`>;

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
