import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../server/prepare.mjs';
import { MUTATIONS } from './mutations.mjs';

test.each(MUTATIONS)('the protection $id, which the simulation removes, is found once', ({ also, ...mutation }) => {
  for (const { file, find } of [mutation, ...(also ?? [])])
    expect(readFileSync(join(ROOT, file), 'utf8').split(find)).toHaveLength(2);
});
