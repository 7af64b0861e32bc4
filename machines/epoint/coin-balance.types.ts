export type CoinBalanceEvent = { readonly type: 'coinBalance.refresh' };

/** `balance`: E Points; null while it can't be read. */
export type CoinBalanceReport = { readonly type: 'coinBalance.changed'; readonly balance: number | null };
