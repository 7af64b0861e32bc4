import { expect, test } from 'vitest';
import { explainReading } from '../../src/app/diagnosis.ts';

const oddity = { path: 'result.0.price', wanted: 'an amount in US dollars', got: 'the text "9,999"' } as const;

test.each([
  ['failed', 'The shop is empty or shows an error.'],
  ['entry unread', 'The page says that an entry cannot be read.'],
  ['ignored', 'The page does without the value.'],
] as const)('a value with the effect "%s" is explained with what a player sees (READ-04)', (effect, seen) => {
  expect(explainReading('/api/order/webProduct', { ...oddity, effect })).toBe(
    `/api/order/webProduct: result.0.price should be an amount in US dollars, and is the text "9,999". ${seen}`,
  );
});
