import type { OrderLineRow } from '../orders/order-lines.ts';
import { BONUS_POINTS, E_POINTS } from './point-names.ts';
import type { Points } from './posting.ts';

/** Order lines of an E Point recharge. */
export const pointContents = ({ basic, present }: Points): OrderLineRow[] => [
  { ...E_POINTS, quantity: basic },
  ...(present > 0 ? [{ ...BONUS_POINTS, quantity: present }] : []),
];
