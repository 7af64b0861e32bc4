import type { Failure } from '../kernel/failure.ts';
import type { CodeChannel } from './contact.rules.ts';
import type { ResetProblems } from './recovery.validation.ts';

export type PasswordResetInput = { readonly by: CodeChannel };

export type PasswordResetContext = PasswordResetInput & {
  /** An e-mail address, or a phone number in E.164. */
  readonly target: string;
  /** References into the vault while a request is in flight. */
  readonly codeRef: string | null;
  readonly passwordRef: string | null;
  readonly failure: Failure | null;
  /** Null until a submit was validated. */
  readonly problems: ResetProblems | null;
};

export type PasswordResetEvent =
  | {
      readonly type: 'reset.submit';
      readonly target: string;
      readonly codeRef: string;
      readonly passwordRef: string;
      readonly problems: ResetProblems;
    }
  /** The validation result after an edit of `field`. */
  | { readonly type: 'reset.edit'; readonly field: keyof ResetProblems; readonly problems: ResetProblems };

export type PasswordResetEventOf<Type extends PasswordResetEvent['type']> = Extract<PasswordResetEvent, { type: Type }>;

/** The account whose password was reset. */
export type PasswordResetOutput = { readonly target: string };
