import { type ChunkLoader, createChunkLoader } from '../chunks/chunk-loader.ts';
import { createTranslator, type Translator } from '../i18n/translator.ts';
import { onActivity, onWake } from '../platform/page-lifecycle.ts';
import { createEndlessRetryPause } from './retry-pause.ts';

type TranslationsSetup = {
  readonly browser: Window;
  readonly onFailure: () => void;
  /** Whether the texts for signed-in players are needed from the start. */
  readonly isPlayer: () => boolean;
};

/** Nothing can be drawn without translations, not even an error, so loading never gives up. */
export const createTranslations = ({ browser, onFailure, isPlayer }: TranslationsSetup): ChunkLoader<Translator> =>
  createChunkLoader(
    () =>
      createTranslator({
        isPlayer: isPlayer(),
        onLocale: (tag) => {
          browser.document.documentElement.lang = tag;
        },
        onFailure,
        pause: createEndlessRetryPause(browser, onWake),
      }),
    { attempts: Number.POSITIVE_INFINITY, pause: createEndlessRetryPause(browser, onActivity) },
  );
