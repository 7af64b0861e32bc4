import { type ChunkLoader, createChunkLoader, NO_RETRY } from '../chunks/chunk-loader.ts';
import type { Translator } from '../i18n/translator.ts';
import { onOnline } from '../platform/page-lifecycle.ts';
import type { PortalActor } from '../views/app/portal.context.tsx';
import { loadSignedInParts } from '../views/shell/signed-in-parts.ts';
import type { ApiAdapterParts, ApiAdapters } from './api-adapters.ts';
import { createRetryPause } from './retry-pause.ts';
import type { SignedInMachines } from './signed-in.ts';

type StagesSetup = {
  readonly browser: Window;
  readonly translations: ChunkLoader<Translator>;
  /** Called when the chunk is loaded. */
  readonly apiAdapterParts: () => ApiAdapterParts;
  /** Called when the chunk is loaded. */
  readonly portal: () => PortalActor;
};

export type Stages = { readonly api: ChunkLoader<ApiAdapters>; readonly signedIn: ChunkLoader<SignedInMachines> };

/** The code that loads after the first view: the API, then everything that a signed-in player needs. */
export const createStages = ({ browser, translations, apiAdapterParts, portal }: StagesSetup): Stages => {
  const api = createChunkLoader(
    async () => (await import('./api-adapters.ts')).createApiAdapters(apiAdapterParts()),
    NO_RETRY,
  );
  /** Includes the parts of the frame, so that a missing part is a load error. */
  const signedIn = createChunkLoader(
    async () => {
      const [{ createSignedIn }, { signedInParts }] = await Promise.all([
        import('./signed-in.ts'),
        api.load(),
        translations.load().then((translator) => translator.complete()),
        loadSignedInParts(),
      ]);
      return createSignedIn(signedInParts, portal());
    },
    { attempts: 4, pause: createRetryPause(browser, onOnline) },
  );
  return { api, signedIn };
};
