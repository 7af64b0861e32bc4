export type CoinBalanceEvent = { readonly type: 'coinBalance.refresh' };

/** `balance`: E Points; null when it could not be loaded. */
export type CoinBalanceReport = { readonly type: 'coinBalance.changed'; readonly balance: number | null };
