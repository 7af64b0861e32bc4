import { createApiAdapters } from '../../../src/app/api-adapters.ts';
import { type CoreSetup, createCoreAdapters } from '../../../src/app/core.ts';
import { createSignedInAdapters } from '../../../src/app/signed-in-adapters.ts';

type HarnessSetup = Omit<CoreSetup, 'loadApi' | 'peekApi' | 'loadSignedIn' | 'firstPage'> &
  Partial<Pick<CoreSetup, 'firstPage'>>;

const DRAWN: CoreSetup['firstPage'] = { drawn: Promise.resolve(), markDrawn: () => {} };

/** All adapters of a page whose chunks are loaded. The first page is drawn unless `firstPage` says otherwise. */
export const createPortalHarness = (setup: HarnessSetup) => {
  const harness = createCoreAdapters({
    firstPage: DRAWN,
    ...setup,
    loadApi: async () => api,
    peekApi: () => api,
    loadSignedIn: async () => signedIn,
  });
  const api = createApiAdapters(harness.apiAdapterParts);
  const signedIn = createSignedInAdapters(api.signedInParts);
  return { ...harness, ...api, ...signedIn, sessionPorts: harness.sessionPorts };
};
