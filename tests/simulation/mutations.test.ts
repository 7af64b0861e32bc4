import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../server/prepare.mjs';
import { MUTATIONS } from './mutations.mjs';

describe('the protections that the simulation removes', () => {
  test.each(MUTATIONS)('finds the code of $id exactly once', ({ also, ...mutation }) => {
    for (const { file, find } of [mutation, ...(also ?? [])])
      expect(readFileSync(join(ROOT, file), 'utf8').split(find)).toHaveLength(2);
  });
});
