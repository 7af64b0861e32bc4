/** The ids of entries that could not be read; null without a readable id. */
export type UnreadIds = readonly (string | null)[];

/** A list of the API. An entry that could not be read is counted, because the page must show that it exists. */
export type Listed<T> = { readonly rows: readonly T[]; readonly unread: UnreadIds };
