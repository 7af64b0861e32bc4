import type { CodeChannel } from './contact.rules.ts';
import { targetProblem } from './recovery.validation.ts';
import type { VerificationEvent } from './verification.types.ts';

/** The event carries the result of the rule, because a recording masks the target. */
const about = (channel: CodeChannel, target: string) => ({
  target,
  problems: { target: targetProblem(channel, target) },
});

export const sendCode = (channel: CodeChannel, target: string): VerificationEvent => ({
  type: 'code.send',
  ...about(channel, target),
});

export const editTarget = (channel: CodeChannel, target: string): VerificationEvent => ({
  type: 'target.edit',
  ...about(channel, target),
});
