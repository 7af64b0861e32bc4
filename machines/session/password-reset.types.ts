import type { Failure } from '../kernel/failure.ts';
import type { CodeChannel } from './contact.rules.ts';
import type { ResetProblems } from './recovery.validation.ts';

export type PasswordResetInput = { readonly by: CodeChannel };

export type PasswordResetContext = PasswordResetInput & {
  /** An e-mail address, or a phone number in E.164. */
  readonly target: string;
  /** References into the vault while they are being used. */
  readonly codeRef: string | null;
  readonly passwordRef: string | null;
  readonly failure: Failure | null;
  /** Of each field; null until a submit was judged. */
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
  /** What the rules say after `field` was changed. */
  | { readonly type: 'reset.edit'; readonly field: keyof ResetProblems; readonly problems: ResetProblems };

export type PasswordResetEventOf<Type extends PasswordResetEvent['type']> = Extract<PasswordResetEvent, { type: Type }>;

/** Whose password it was. */
export type PasswordResetOutput = { readonly target: string };
