import { readCode } from './code.entry.ts';
import type { CodeChannel } from './contact.rules.ts';
import { isValid } from './entry.problems.ts';
import { readPassword } from './password.rules.ts';
import type { PasswordResetEvent } from './password-reset.types.ts';
import { type ResetEntry, resetProblems } from './recovery.validation.ts';

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
  keepSecret: (secret: string) => string,
): PasswordResetEvent => {
  const { target, code, password, repeat } = readReset(entry);
  const problems = resetProblems(by, { target, code, password, repeat });
  const keep = isValid(problems) ? keepSecret : () => '';
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
