import { afterAll, beforeAll } from 'vitest';

/**
 * What the tests of a file or a block share: it is started before them and stopped after them. The object is empty until then, so read its
 * properties in tests and hooks only.
 */
export const sharedByTests = <Shared extends object>(
  start: () => Promise<Shared>,
  stop: (shared: Shared) => Promise<unknown>,
): Shared => {
  const shared = {} as Shared;
  beforeAll(async () => {
    Object.assign(shared, await start());
  });
  afterAll(() => stop(shared));
  return shared;
};
