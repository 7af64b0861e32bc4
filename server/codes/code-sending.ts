import { eq } from 'drizzle-orm';
import { CODE, type Code } from '../../src/contract/codes.ts';
import { users } from '../db/schema.ts';
import type { AppContext } from '../kernel/context.ts';
import { admitCode } from './code-limits.ts';
import { type CodeSubject, issueCode } from './code-store.ts';

export type CodeRequest = CodeSubject & { readonly ip: string; readonly now: Date };

/** `waitMs`: when the client may try again; 0 for refusals that are not about rate. */
export type CodeRefusal = { readonly ok: false; readonly code: Code; readonly waitMs: number };
export type CodeOutcome = { readonly ok: true } | CodeRefusal;

const refused = (code: Code, waitMs = 0): CodeRefusal => ({ ok: false, code, waitMs });

/** Reports unknown accounts, as the specification's messages do. Both replies are rate limited alike. */
export const sendCode = async (context: AppContext, request: CodeRequest): Promise<CodeOutcome> => {
  const { target, purpose, ip, now } = request;
  const isPhone = target.startsWith('+');
  const messenger = context.ports.messenger(context);
  if (!messenger) {
    context.log.error('verification codes cannot be sent: no messenger is configured');
    return refused(CODE.systemBusy);
  }
  const [user] = await context.db
    .select({ userId: users.userId })
    .from(users)
    .where(eq(isPhone ? users.phone : users.email, target));
  const issued = await context.db.transaction(async (tx) => {
    const waitMs = await admitCode(tx, { target, ip, isKnown: user !== undefined, now });
    if (waitMs > 0) return refused(CODE.codeTooFrequent, waitMs);
    if (!user) return refused(isPhone ? CODE.accountNotFoundMobile : CODE.accountNotFoundEmail);
    return { ok: true, code: await issueCode(context, tx, { purpose, target }, now) } as const;
  });
  if (!issued.ok) return issued;
  await messenger({ target, purpose, code: issued.code });
  context.metrics.count('codes_sent');
  return { ok: true };
};
