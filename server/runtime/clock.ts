/** The time of the server. Tests move it. */
export type Clock = { readonly now: () => Date };
