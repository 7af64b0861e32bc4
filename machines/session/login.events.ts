import { readAccount } from './contact.entry.ts';
import { isValid } from './entry.problems.ts';
import { passwordProblem, readPassword } from './password.rules.ts';
import type { LoginProblems, SessionEventOf } from './session.types.ts';

/** Form input; the password never enters an event. */
type LoginEntry = { readonly account: string; readonly password: string };

export const loginProblems = (entry: LoginEntry): LoginProblems => ({
  account: entry.account.trim() === '' ? 'incomplete' : null,
  password: passwordProblem(entry.password),
});

const readLogin = ({ account, password }: LoginEntry): LoginEntry => ({
  account: readAccount(account),
  password: readPassword(password),
});

/** The event contains the validation result, because a recording masks the input. Only a valid password enters the vault. */
export const submitLogin = (
  entry: LoginEntry,
  storeSecret: (secret: string) => string,
): SessionEventOf<'login.submit'> => {
  const read = readLogin(entry);
  const problems = loginProblems(read);
  const passwordRef = isValid(problems) ? storeSecret(read.password) : '';
  return { type: 'login.submit', method: 'account', account: read.account, passwordRef, problems };
};

export const editLogin = (entry: LoginEntry): SessionEventOf<'login.edit'> => ({
  type: 'login.edit',
  problems: loginProblems(readLogin(entry)),
});
