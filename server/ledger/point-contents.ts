import type { OrderLineRow } from '../orders/order-lines.ts';
import { BONUS_POINTS, E_POINTS } from './point-names.ts';
import type { Points } from './posting.ts';

/** The lines of an order of E Points. */
export const pointContents = ({ basic, present }: Points): OrderLineRow[] => [
  { ...E_POINTS, quantity: basic },
  ...(present > 0 ? [{ ...BONUS_POINTS, quantity: present }] : []),
];
