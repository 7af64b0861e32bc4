import { readCode } from './code.entry.ts';
import { isValid } from './entry.problems.ts';
import { type PhoneLoginEntry, phoneLoginProblems } from './recovery.validation.ts';
import type { SessionEventOf } from './session.types.ts';

/** Like `submitLogin`, with a phone number and a code. */
export const submitPhoneLogin = (
  entry: PhoneLoginEntry,
  keepSecret: (secret: string) => string,
): SessionEventOf<'login.submit'> => {
  const { target, code } = { ...entry, code: readCode(entry.code) };
  const problems = phoneLoginProblems({ target, code });
  const passwordRef = isValid(problems) ? keepSecret(code) : '';
  return { type: 'login.submit', method: 'phone', account: target, passwordRef, problems };
};

export const editPhoneLogin = (entry: PhoneLoginEntry): SessionEventOf<'login.edit'> => ({
  type: 'login.edit',
  problems: phoneLoginProblems({ ...entry, code: readCode(entry.code) }),
});
