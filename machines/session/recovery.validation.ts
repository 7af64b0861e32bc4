import { type CodeChannel, isEmail, isPhoneNumber, isVerificationCode } from './contact.rules.ts';
import { type PasswordProblem, passwordProblem } from './password.rules.ts';

export type TargetProblem = 'incomplete' | 'emailFormat' | 'phoneFormat';
export type CodeProblem = 'incomplete' | 'codeFormat';
export type RepeatProblem = 'incomplete' | 'passwordsDiffer';

/** `target`: an e-mail address, or a phone number in E.164; empty without input. */
export const targetProblem = (channel: CodeChannel, target: string): TargetProblem | null => {
  if (target === '') return 'incomplete';
  if (channel === 'email') return isEmail(target) ? null : 'emailFormat';
  return isPhoneNumber(target) ? null : 'phoneFormat';
};

export const codeProblem = (code: string): CodeProblem | null => {
  if (code === '') return 'incomplete';
  return isVerificationCode(code) ? null : 'codeFormat';
};

export const repeatProblem = (password: string, repeated: string): RepeatProblem | null => {
  if (repeated === '') return 'incomplete';
  return password === repeated ? null : 'passwordsDiffer';
};

export type TargetProblems = { readonly target: TargetProblem | null };
export type PhoneLoginProblems = TargetProblems & { readonly code: CodeProblem | null };
export type ResetProblems = PhoneLoginProblems & {
  readonly password: PasswordProblem | null;
  readonly repeat: RepeatProblem | null;
};

/** Form input; the code never enters an event. `target`: a number in E.164. */
export type PhoneLoginEntry = { readonly target: string; readonly code: string };

/** Form input. `target`: an e-mail address, or a number in E.164. */
export type ResetEntry = PhoneLoginEntry & { readonly password: string; readonly repeat: string };

export const phoneLoginProblems = ({ target, code }: PhoneLoginEntry): PhoneLoginProblems => ({
  target: targetProblem('phone', target),
  code: codeProblem(code),
});

export const resetProblems = (by: CodeChannel, { target, code, password, repeat }: ResetEntry): ResetProblems => ({
  target: targetProblem(by, target),
  code: codeProblem(code),
  password: passwordProblem(password),
  repeat: repeatProblem(password, repeat),
});
