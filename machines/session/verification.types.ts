import type { Failure } from '../kernel/failure.ts';
import type { CodeChannel } from './contact.rules.ts';
import type { TargetProblems } from './recovery.validation.ts';

type CodePurpose = 'login' | 'reset';

export type VerificationInput = { readonly channel: CodeChannel; readonly purpose: CodePurpose };

/**
 * `refusal`: no code was sent, because the last one is too recent. `resendAt`: epoch ms of the server. `validMinutes`: how long the code is
 * valid; null if the API does not say.
 */
export type CodeSending = {
  readonly resendAt: number;
  readonly validMinutes: number | null;
  readonly refusal: Failure | null;
};

export type VerificationContext = VerificationInput & {
  /** An e-mail address, or a phone number in E.164. */
  readonly target: string | null;
  /** The target of the last code that was sent. */
  readonly sentTo: string | null;
  /** How long the last code is valid; null if the API does not say. */
  readonly validMinutes: number | null;
  /** Epoch ms of the server at which the next code can be requested. */
  readonly resendAt: number;
  readonly failure: Failure | null;
  /** Null until a request was validated. */
  readonly problems: TargetProblems | null;
};

/** `problems`: the validation result. */
type ValidatedTarget = { readonly target: string; readonly problems: TargetProblems };

export type VerificationEvent = ValidatedTarget & { readonly type: 'code.send' | 'target.edit' };
