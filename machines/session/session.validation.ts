export type PasswordProblem = 'incomplete' | 'passwordFormat';

export type LoginProblems = { readonly account: 'incomplete' | null; readonly password: PasswordProblem | null };

const LENGTH = { min: 6, max: 16 } as const;
const KINDS: readonly RegExp[] = [/\p{N}/u, /\p{L}/u, /[^\p{L}\p{N}\s]/u];
const LEAST_KINDS = 2;

/** 6 to 16 characters with at least two of digits, letters and special characters (SESS-11). */
export const isPasswordWellFormed = (password: string): boolean => {
  const { length } = [...password];
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  return length >= LENGTH.min && length <= LENGTH.max && kinds >= LEAST_KINDS;
};

const passwordProblem = (password: string): PasswordProblem | null => {
  if (password === '') return 'incomplete';
  return isPasswordWellFormed(password) ? null : 'passwordFormat';
};

export const loginProblems = (entry: { readonly account: string; readonly password: string }): LoginProblems => ({
  account: entry.account.trim() === '' ? 'incomplete' : null,
  password: passwordProblem(entry.password),
});
