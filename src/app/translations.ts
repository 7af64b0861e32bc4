import { type ChunkLoader, createChunkLoader } from '../chunks/chunk-loader.ts';
import { createTranslator, type Translator } from '../i18n/translator.ts';
import { onActivity } from '../platform/page-lifecycle.ts';
import { createRetryPause } from './retry-pause.ts';

/** Nothing can be drawn without translations, not even an error, so loading never gives up. */
export const createTranslations = (browser: Window, onFailure: () => void): ChunkLoader<Translator> =>
  createChunkLoader(
    () =>
      createTranslator({
        onLocale: (tag) => {
          browser.document.documentElement.lang = tag;
        },
        onFailure,
      }),
    { attempts: Number.POSITIVE_INFINITY, pause: createRetryPause(browser, onActivity) },
  );
