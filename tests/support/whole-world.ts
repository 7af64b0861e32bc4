import { createNetwork } from '../../src/adapters/network.ts';
import { createWork } from '../../src/adapters/work.ts';
import { createWorld, type WorldSetup } from '../../src/adapters/world.ts';

/** All adapters at once: what a page has after a login, when the later chunks are there. */
export const createWholeWorld = (setup: Omit<WorldSetup, 'network' | 'networkNow' | 'work'>) => {
  const world = createWorld({
    ...setup,
    network: async () => network,
    networkNow: () => network,
    work: async () => work,
  });
  const network = createNetwork(world.networkParts);
  const work = createWork(network.workParts);
  return { ...world, ...network, ...work, sessionPorts: world.sessionPorts };
};
