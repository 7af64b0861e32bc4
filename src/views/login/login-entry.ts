/** What the player typed. `base`: the login name of the session at that time; a newer login name replaces the typed one. */
export type LoginDraft = { readonly account: string; readonly base: string; readonly password: string };

export const freshEntry = (loginName: string): LoginDraft => ({ account: loginName, base: loginName, password: '' });

export const shownAccount = ({ account, base }: LoginDraft, loginName: string): string =>
  base === loginName ? account : loginName;

/** Shared by the forms; `region` null: the region of the language. */
export type ContactEntry = { readonly email: string; readonly region: string | null; readonly phone: string };
