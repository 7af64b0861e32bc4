const LENGTH = { min: 6, max: 16 } as const;
const KINDS: readonly RegExp[] = [/\p{N}/u, /\p{L}/u, /[^\p{L}\p{N}\s]/u];
const MIN_KINDS = 2;
/** In UTF-16 units. A longer text cannot be a valid password. */
const LONGEST = 64;

/** A keyboard may compose an accented letter of two signs. The API and the rules get the composed form. */
export const readPassword = (typed: string): string => (typed.length > 4 * LONGEST ? typed : typed.normalize('NFC'));

export type PasswordProblem = 'incomplete' | 'passwordFormat';

/** 6 to 16 characters with at least two of digits, letters and special characters (SESS-11). */
export const isPasswordWellFormed = (password: string): boolean => {
  if (password.length > LONGEST) return false;
  const { length } = [...password];
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  return length >= LENGTH.min && length <= LENGTH.max && kinds >= MIN_KINDS;
};

export const passwordProblem = (password: string): PasswordProblem | null => {
  if (password === '') return 'incomplete';
  return isPasswordWellFormed(password) ? null : 'passwordFormat';
};
