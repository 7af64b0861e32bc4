import type { CodeChannel } from './contact.rules.ts';
import { isValid } from './entry.problems.ts';
import type { PasswordResetEvent } from './password-reset.types.ts';
import { type ResetEntry, resetProblems } from './recovery.validation.ts';

/** Like `submitLogin`, with a code and the new password. */
export const submitReset = (
  by: CodeChannel,
  entry: ResetEntry,
  keepSecret: (secret: string) => string,
): PasswordResetEvent => {
  const problems = resetProblems(by, entry);
  const keep = isValid(problems) ? keepSecret : () => '';
  return {
    type: 'reset.submit',
    target: entry.target,
    codeRef: keep(entry.code),
    passwordRef: keep(entry.password),
    problems,
  };
};

/** `field`: the edited field. */
export const editReset = (by: CodeChannel, field: keyof ResetEntry, entry: ResetEntry): PasswordResetEvent => ({
  type: 'reset.edit',
  field,
  problems: resetProblems(by, entry),
});
