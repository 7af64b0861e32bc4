import { isValid } from './entry.problems.ts';
import type { SessionEventOf } from './session.types.ts';
import { type LoginEntry, loginProblems } from './session.validation.ts';

/** The event contains the validation result, because a recording masks the input. Only a valid password enters the vault. */
export const submitLogin = (
  entry: LoginEntry,
  keepSecret: (secret: string) => string,
): SessionEventOf<'login.submit'> => {
  const problems = loginProblems(entry);
  const passwordRef = isValid(problems) ? keepSecret(entry.password) : '';
  return { type: 'login.submit', method: 'account', account: entry.account.trim(), passwordRef, problems };
};

export const editLogin = (entry: LoginEntry): SessionEventOf<'login.edit'> => ({
  type: 'login.edit',
  problems: loginProblems(entry),
});
