/** What was typed; `base` is the name that the session knew then: when it knows another one, that is the one to show. */
export type LoginEntry = { readonly account: string; readonly base: string; readonly password: string };

export const freshEntry = (loginName: string): LoginEntry => ({ account: loginName, base: loginName, password: '' });

export const shownAccount = ({ account, base }: LoginEntry, loginName: string): string =>
  base === loginName ? account : loginName;

/** Kept while the player changes between the forms; `region` null: the one of the language. */
export type ContactEntry = { readonly email: string; readonly region: string | null; readonly phone: string };
