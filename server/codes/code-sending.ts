import { isPhoneNumber } from '../../machines/session/contact.rules.ts';
import { CODE, type Denial, denied } from '../runtime/codes.ts';
import type { AppContext } from '../runtime/context.ts';
import { withTimeout } from '../runtime/timeout.ts';
import { admitCode, type CodeRecipient } from './code-limits.ts';
import { type CodeSubject, issueCode } from './code-store.ts';

/** `recipient` null: there is no such account. */
export type CodeRequest = Omit<CodeSubject, 'passwordHash'> & {
  readonly recipient: CodeRecipient | null;
  readonly ip: string;
  readonly now: Date;
};

export type CodeOutcome = { readonly ok: true } | Denial;

/**
 * Reports unknown accounts, as the specification's messages do. Both replies are rate limited. A failure of the messenger stays here: outside
 * the sandbox it says nothing about the database.
 */
export const sendCode = async (
  context: AppContext,
  { recipient, ip, now, ...subject }: CodeRequest,
): Promise<CodeOutcome> => {
  const { target, purpose } = subject;
  const messenger = context.ports.messenger(context);
  if (!messenger) {
    context.log.error('verification codes cannot be sent: no messenger is configured');
    return denied(CODE.systemBusy);
  }
  const issued = await context.db.transaction(async (tx) => {
    const waitMs = await admitCode(context, tx, { target, ip, recipient, now });
    if (waitMs > 0) return denied(CODE.codeTooFrequent, waitMs);
    if (!recipient) return denied(isPhoneNumber(target) ? CODE.accountNotFoundMobile : CODE.accountNotFoundEmail);
    const { passwordHash } = recipient;
    return { ok: true, code: await issueCode(context, tx, { ...subject, passwordHash }, now) } as const;
  });
  if (!issued.ok) return issued;
  try {
    await withTimeout(messenger({ target, purpose, code: issued.code }), 'the messenger');
  } catch (error) {
    context.log.error({ err: error }, 'a verification code could not be sent');
    return denied(CODE.systemBusy);
  }
  context.metrics.count('codes_sent');
  return { ok: true };
};
