import type { Failure } from '../kernel/failure.ts';
import type { CodeChannel } from './contact.rules.ts';
import type { TargetProblems } from './recovery.validation.ts';

type CodePurpose = 'login' | 'reset';

export type VerificationInput = { readonly channel: CodeChannel; readonly purpose: CodePurpose };

/** `refusal`: no new code was sent, because the last one is too young. `resendAt`: epoch ms of the server. */
export type CodeSending = { readonly resendAt: number; readonly refusal: Failure | null };

export type VerificationContext = VerificationInput & {
  /** An e-mail address, or a phone number in E.164. */
  readonly target: string | null;
  /** Where a code is on its way to. */
  readonly sentTo: string | null;
  /** Epoch ms of the server from which the next code may be asked for. */
  readonly resendAt: number;
  readonly failure: Failure | null;
  /** null until a request for a code was judged. */
  readonly problems: TargetProblems | null;
};

/** `problems`: what the rules say of the target. */
type JudgedTarget = { readonly target: string; readonly problems: TargetProblems };

export type VerificationEvent = JudgedTarget & { readonly type: 'code.send' | 'target.edit' };
