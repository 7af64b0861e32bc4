import { createTranslator, type Translator } from '../i18n/translator.ts';
import { type ChunkLoader, createChunkLoader } from '../loader/chunk-loader.ts';
import { onWake } from '../platform/page-lifecycle.ts';
import { createEndlessRetryPause, createFirstViewRetryPause } from './retry-pause.ts';

type TranslationsSetup = {
  readonly browser: Window;
  readonly onFailure: () => void;
  /** Whether the texts for signed-in players are needed from the start. */
  readonly isPlayer: () => boolean;
};

/** Without translations only the static shell can be drawn, so loading never gives up. */
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
    { attempts: Number.POSITIVE_INFINITY, pause: createFirstViewRetryPause(browser) },
  );
