import type { CodeChannel } from './contact.rules.ts';
import { targetProblem } from './recovery.validation.ts';
import type { VerificationEvent } from './verification.types.ts';

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
