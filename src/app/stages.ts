import { createTranslator } from '../i18n/translator.ts';
import {
  createChunkLoader,
  NO_RETRY,
  pauseUntilWoken,
  type RetryPolicy,
  retryPauseMs,
} from '../loader/chunk-loader.ts';
import type { Browser } from '../platform/browser.ts';
import { reportsOffline } from '../platform/connectivity.ts';
import { isHidden, onActivity, onOnline, onWake } from '../platform/page-lifecycle.ts';
import type { PortalActor } from '../views/app/portal.context.tsx';
import type { ApiAdapterParts } from './api-adapters.ts';

type Pause = RetryPolicy['pause'];
type Subscribe = (browser: Browser, wake: () => void) => () => void;

/** Pauses that grow after each failure. `subscribe` ends a pause early. */
const createRetryPause =
  (browser: Browser, subscribe: Subscribe): Pause =>
  (failures) =>
    pauseUntilWoken(retryPauseMs(failures, Math.random), (wake) => subscribe(browser, wake));

const OFFLINE_PAUSE_MS = 30_000;

/**
 * For a load that never gives up. While the tab is hidden, only `subscribe` ends a pause. While the browser reports that it is offline,
 * pauses are long, but they end, because the report may be wrong.
 */
export const createEndlessRetryPause = (browser: Browser, subscribe: Subscribe): Pause => {
  const timed = createRetryPause(browser, subscribe);
  return (failures) => {
    if (!isHidden(browser) && !reportsOffline(browser)) return timed(failures);
    const ms = isHidden(browser) ? Number.POSITIVE_INFINITY : OFFLINE_PAUSE_MS;
    return pauseUntilWoken(ms, (wake) => subscribe(browser, wake));
  };
};

const ATTEMPTS_BEFORE_ERROR = 4;

/** Loading never gives up, but after four failures, or the first one while offline, the static shell shows the load error. */
export const createFirstViewRetryPause = (browser: Browser): Pause => {
  const endless = createEndlessRetryPause(browser, onActivity);
  return (failures) => {
    if (failures >= ATTEMPTS_BEFORE_ERROR || reportsOffline(browser)) browser.showLoadError?.();
    return endless(failures);
  };
};

type StagesSetup = {
  readonly browser: Window;
  /** Whether the texts for signed-in players are needed from the start. */
  readonly isPlayer: () => boolean;
  readonly onLocaleFailure: () => void;
  /** Called when the chunk is loaded. */
  readonly apiAdapterParts: () => ApiAdapterParts;
  /** Called when the chunk is loaded. */
  readonly portal: () => PortalActor;
};

/** What loads after the start: the translations and the renderer, the API, then everything that a signed-in player needs. */
export const createStages = ({ browser, isPlayer, onLocaleFailure, apiAdapterParts, portal }: StagesSetup) => {
  /** Without translations and renderer only the static shell can be drawn, so loading never gives up. */
  const endless = { attempts: Number.POSITIVE_INFINITY, pause: createFirstViewRetryPause(browser) };
  const translations = createChunkLoader(
    () =>
      createTranslator({
        isPlayer: isPlayer(),
        onLocale: (tag) => {
          browser.document.documentElement.lang = tag;
        },
        onFailure: onLocaleFailure,
        pause: createEndlessRetryPause(browser, onWake),
      }),
    endless,
  );
  const renderer = createChunkLoader(async () => (await import('./render-portal.tsx')).renderer, endless);
  /** Pages wait for the frame. */
  const frame = createChunkLoader(async () => (await renderer.load()).loadSignedInParts(), endless);
  const limited = { attempts: 4, pause: createRetryPause(browser, onOnline) };
  /** The build puts both into one file. */
  const code = createChunkLoader(
    async () => ({ ...(await import('./api-adapters.ts')), ...(await import('./signed-in.ts')) }),
    limited,
  );
  const texts = createChunkLoader(async () => (await translations.load()).complete(), limited);
  const api = createChunkLoader(async () => (await code.load()).createApiAdapters(apiAdapterParts()), NO_RETRY);
  const signedIn = createChunkLoader(async () => {
    void frame.load();
    const [{ createSignedIn }, { signedInParts }] = await Promise.all([code.load(), api.load(), texts.load()]);
    return createSignedIn(signedInParts, portal());
  }, NO_RETRY);
  return { translations, renderer, api, signedIn, frame };
};
