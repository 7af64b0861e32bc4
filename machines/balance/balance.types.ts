import type { Failure } from '../kernel/failure.ts';

/** E Points. `total` is basic + present. */
export type Balance = { readonly basic: number; readonly present: number; readonly total: number };

export type BalanceContext = {
  readonly gameAccountId: string;
  /** The last balance that was loaded; null before the first one. */
  readonly balance: Balance | null;
  readonly failure: Failure | null;
};

export type BalanceInput = { readonly gameAccountId: string };

export type BalanceEvent = { readonly type: 'balance.refresh' };

export type BalanceReport = { readonly type: 'balance.failed'; readonly failure: Failure };
