import type { Port } from '../kernel/port.ts';
import type { Balance } from './balance.types.ts';

export type BalancePorts = {
  /** `/api/epoint/balance`; the game account id travels as `userId`. */
  loadBalance: Port<Balance, { readonly gameAccountId: string }>;
};
