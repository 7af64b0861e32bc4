import { createApiAdapters } from '../../src/app/api-adapters.ts';
import { type CoreSetup, createCoreAdapters } from '../../src/app/core.ts';
import { createSignedInAdapters } from '../../src/app/signed-in-adapters.ts';

/** All adapters of a page whose chunks are loaded. */
export const createPortalHarness = (setup: Omit<CoreSetup, 'loadApi' | 'peekApi' | 'loadSignedIn'>) => {
  const harness = createCoreAdapters({
    ...setup,
    loadApi: async () => api,
    peekApi: () => api,
    loadSignedIn: async () => signedIn,
  });
  const api = createApiAdapters(harness.apiAdapterParts);
  const signedIn = createSignedInAdapters(api.signedInParts);
  return { ...harness, ...api, ...signedIn, sessionPorts: harness.sessionPorts };
};
