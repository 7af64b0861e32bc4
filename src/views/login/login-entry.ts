import { formText } from '../../ui/field.tsx';

/** What the player typed. `base`: the login name of the session at that time; a newer login name replaces the typed one. */
export type LoginDraft = { readonly account: string; readonly base: string; readonly password: string };

export const freshEntry = (loginName: string): LoginDraft => ({ account: loginName, base: loginName, password: '' });

export const shownAccount = ({ account, base }: LoginDraft, loginName: string): string =>
  base === loginName ? account : loginName;

/** The contact that a form shows; a password manager may have filled it in without an event. */
export const visibleContact = (form: HTMLFormElement, contact: ContactEntry): ContactEntry => {
  const email = formText(form, 'email');
  const phone = formText(form, 'tel');
  const region = formText(form, 'country');
  return { email: email || contact.email, region: region || contact.region, phone: phone || contact.phone };
};

/** Shared by the forms; `region` null: the region of the language. */
export type ContactEntry = { readonly email: string; readonly region: string | null; readonly phone: string };

export type ContactProps = { readonly contact: ContactEntry; readonly onContact: (contact: ContactEntry) => void };
