import { createApiAdapters } from '../../src/app/api-adapters.ts';
import { type CoreSetup, createCoreAdapters } from '../../src/app/core.ts';
import { createSignedInAdapters } from '../../src/app/signed-in-adapters.ts';

/** All adapters at once: what a page has after a login, when the later chunks are there. */
export const createPortalHarness = (setup: Omit<CoreSetup, 'network' | 'networkNow' | 'work'>) => {
  const harness = createCoreAdapters({
    ...setup,
    network: async () => network,
    networkNow: () => network,
    work: async () => work,
  });
  const network = createApiAdapters(harness.apiAdapterParts);
  const work = createSignedInAdapters(network.signedInParts);
  return { ...harness, ...network, ...work, sessionPorts: harness.sessionPorts };
};
