import { createApiAdapters } from '../../../src/app/api-adapters.ts';
import { type CoreSetup, createCoreAdapters } from '../../../src/app/core.ts';
import { createSignedInAdapters } from '../../../src/app/signed-in.ts';

const DEFAULTS: Pick<CoreSetup, 'firstPage' | 'preparing' | 'changeLocale' | 'log'> = {
  firstPage: { drawn: Promise.resolve(), markDrawn: () => {} },
  preparing: () => ({ lang: 'en-US', title: 'Payment', text: 'Preparing your payment' }),
  changeLocale: () => {},
  log: () => {},
};

type HarnessSetup = Pick<CoreSetup, 'config' | 'browser'> & Partial<typeof DEFAULTS>;

/** All adapters of a page whose chunks are loaded. The first page is drawn unless `firstPage` says otherwise. */
export const createPortalHarness = (setup: HarnessSetup) => {
  const harness = createCoreAdapters({
    ...DEFAULTS,
    ...setup,
    loadApi: async () => api,
    peekApi: () => api,
    loadSignedIn: async () => signedIn,
  });
  const api = createApiAdapters(harness.apiAdapterParts);
  const signedIn = createSignedInAdapters(api.signedInParts);
  return { ...harness, ...api, ...signedIn, sessionPorts: harness.sessionPorts };
};
