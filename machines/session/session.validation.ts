import { isPasswordWellFormed } from './password.rules.ts';

export type PasswordProblem = 'incomplete' | 'passwordFormat';

export type LoginProblems = { readonly account: 'incomplete' | null; readonly password: PasswordProblem | null };

const passwordProblem = (password: string): PasswordProblem | null => {
  if (password === '') return 'incomplete';
  return isPasswordWellFormed(password) ? null : 'passwordFormat';
};

/** Form input; the password never enters an event. */
export type LoginEntry = { readonly account: string; readonly password: string };

export const loginProblems = (entry: LoginEntry): LoginProblems => ({
  account: entry.account.trim() === '' ? 'incomplete' : null,
  password: passwordProblem(entry.password),
});
