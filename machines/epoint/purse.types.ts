export type PurseEvent = { readonly type: 'purse.refresh' };

/** `balance`: E Points; null while it can't be read. */
export type PurseReport = { readonly type: 'purse.changed'; readonly balance: number | null };
