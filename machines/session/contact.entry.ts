import { withoutInvisible } from '../kernel/typed-text.ts';

/** Longer input is not an entry; the rules refuse it. */
const LONGEST = 1_000;

/** The compatibility forms of a keyboard in full-width mode, without signs that have no shape and without spaces around them. */
const folded = (typed: string): string => withoutInvisible(typed.normalize('NFKC')).trim();

/**
 * The e-mail address in what a player typed or pasted: "ada＠example.org", "mailto:ada@example.org", "Ada <ada@example.org>" or
 * "ada@example.org." Text without an address stays, for the rules to refuse.
 */
export const readEmail = (typed: string): string => {
  if (typed.length > LONGEST) return typed;
  const text = folded(typed);
  const bracketed = /<([^<>]*@[^<>]*)>/.exec(text)?.[1] ?? text;
  return bracketed
    .replace(/^\s*mailto:/i, '')
    .replace(/[。｡]/g, '.')
    .replace(/\s+/g, '')
    .replace(/[.,;]+$/, '');
};

/** The account that was typed. Letters other than ASCII stay, as only the API knows how they are written; shapeless signs around it go. */
export const readAccount = (typed: string): string => {
  if (typed.length > LONGEST) return typed;
  const text = folded(typed);
  if (text.includes('@')) return readEmail(typed);
  if (/^[ -~]*$/.test(text)) return text;
  return typed
    .normalize('NFC')
    .replace(/^[\s\p{Default_Ignorable_Code_Point}]+|[\s\p{Default_Ignorable_Code_Point}]+$/gu, '');
};
