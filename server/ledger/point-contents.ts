import type { Order } from '../db/schema.ts';
import { named } from '../texts/server-texts.ts';
import type { Points } from './posting.ts';

export const E_POINTS = named('points.basic');
export const BONUS_POINTS = named('points.bonus');

/** Order lines of an E Point recharge. */
export const pointContents = ({ basic, present }: Points): Order['contents'] => [
  { ...E_POINTS, quantity: basic },
  ...(present > 0 ? [{ ...BONUS_POINTS, quantity: present }] : []),
];
