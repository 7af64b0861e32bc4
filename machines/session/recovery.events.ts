import { withoutInvisible, withPlainDigits } from '../kernel/typed-text.ts';
import type { CodeChannel } from './contact.rules.ts';
import { isValid } from './entry.problems.ts';
import { readPassword } from './password.rules.ts';
import type { PasswordResetEvent } from './password-reset.machine.ts';
import {
  type PhoneLoginEntry,
  phoneLoginProblems,
  type ResetEntry,
  resetProblems,
  targetProblem,
} from './recovery.validation.ts';
import type { SessionEventOf } from './session.types.ts';
import type { VerificationEvent } from './verification.machine.ts';

/** A code in a longer text is not searched. */
const LONGEST = 1_000;

/** The six digits of a code, also in a sentence: "Your code is 123456", "G-123 456", or digits of another script. */
export const readCode = (typed: string): string => {
  const text = withPlainDigits(withoutInvisible(typed.slice(0, LONGEST)).normalize('NFKC'));
  const whole = text.match(/\d+/g)?.find((run) => run.length === 6);
  const halves = /(?:^|\D)(\d{3})[\s-](\d{3})(?!\d)/.exec(text);
  return whole ?? (halves ? `${halves[1]}${halves[2]}` : text.replace(/\D/g, '').slice(0, 6));
};

/** The event contains the validation result, because a recording masks the target. */
const validated = (channel: CodeChannel, target: string) => ({
  target,
  problems: { target: targetProblem(channel, target) },
});

export const sendCode = (channel: CodeChannel, target: string): VerificationEvent => ({
  type: 'code.send',
  ...validated(channel, target),
});

export const editTarget = (channel: CodeChannel, target: string): VerificationEvent => ({
  type: 'target.edit',
  ...validated(channel, target),
});

/** Like `submitLogin`, with a phone number and a code. */
export const submitPhoneLogin = (
  entry: PhoneLoginEntry,
  storeSecret: (secret: string) => string,
): SessionEventOf<'login.submit'> => {
  const { target, code } = { ...entry, code: readCode(entry.code) };
  const problems = phoneLoginProblems({ target, code });
  const passwordRef = isValid(problems) ? storeSecret(code) : '';
  return { type: 'login.submit', method: 'phone', account: target, passwordRef, problems };
};

export const editPhoneLogin = (entry: PhoneLoginEntry): SessionEventOf<'login.edit'> => ({
  type: 'login.edit',
  problems: phoneLoginProblems({ ...entry, code: readCode(entry.code) }),
});

const readReset = ({ target, code, password, repeat }: ResetEntry): ResetEntry => ({
  target,
  code: readCode(code),
  password: readPassword(password),
  repeat: readPassword(repeat),
});

/** Like `submitLogin`, with a code and the new password. */
export const submitReset = (
  by: CodeChannel,
  entry: ResetEntry,
  storeSecret: (secret: string) => string,
): PasswordResetEvent => {
  const { target, code, password, repeat } = readReset(entry);
  const problems = resetProblems(by, { target, code, password, repeat });
  const keep = isValid(problems) ? storeSecret : () => '';
  return {
    type: 'reset.submit',
    target,
    codeRef: keep(code),
    passwordRef: keep(password),
    problems,
  };
};

/** `field`: the edited field. */
export const editReset = (by: CodeChannel, field: keyof ResetEntry, entry: ResetEntry): PasswordResetEvent => ({
  type: 'reset.edit',
  field,
  problems: resetProblems(by, readReset(entry)),
});
