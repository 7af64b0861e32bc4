import type { Item } from '../../../machines/order/order.types.ts';

const OWN = 'epoint';

/** Smallest number of E Points for each picture. */
const PILES: readonly (readonly [number, string])[] = [
  [8_000, 'epoint-6'],
  [4_000, 'epoint-5'],
  [1_500, 'epoint-4'],
  [800, 'epoint-3'],
  [300, 'epoint-2'],
];

/** The configured picture, else a pile of coins that fits the size of the package. */
export const packageArt = ({ art, credit }: Pick<Item, 'art' | 'credit'>): string => {
  if (art !== null && art !== OWN) return art;
  return PILES.find(([from]) => (credit?.basic ?? 0) >= from)?.[1] ?? OWN;
};
