import { createWork } from '../../src/adapters/work.ts';
import { createWorld, type WorldSetup } from '../../src/adapters/world.ts';

/** All adapters at once: what a page has after a login, when the later chunk is there. */
export const createWholeWorld = (setup: Omit<WorldSetup, 'work'>) => {
  const world = createWorld({ ...setup, work: async () => work });
  const work = createWork(world.workParts);
  return { ...world, ...work };
};
