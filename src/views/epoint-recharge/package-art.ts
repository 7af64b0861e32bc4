import type { Item } from '../../../machines/order/order.types.ts';

const OWN = 'epoint';

/** Smallest number of E Points for each further picture. */
const PILES = [300, 800, 1_500, 4_000, 8_000];

/** The configured picture, else a pile of coins that fits the size of the package. */
export const packageArt = ({ art, credit }: Pick<Item, 'art' | 'credit'>): string => {
  if (art !== null && art !== OWN) return art;
  const size = PILES.filter((from) => (credit?.basic ?? 0) >= from).length;
  return size === 0 ? OWN : `${OWN}-${size + 1}`;
};
