import { and, eq, isNull } from 'drizzle-orm';
import { isPhoneNumber } from '../../machines/session/contact.rules.ts';
import { CODE } from '../../src/contract/codes.ts';
import type { CodeOutcome } from '../codes/code-sending.ts';
import { spendCode } from '../codes/code-store.ts';
import { sessions, users } from '../db/schema.ts';
import { deleteAttempts } from '../kernel/attempts.ts';
import type { AppContext } from '../kernel/context.ts';
import { admitCode, clearAccount } from './login-throttle.ts';
import { hashPassword } from './password-hash.ts';
import { QUEUE_RETRY_MS, queuePassword } from './password-queue.ts';

export type PasswordReset = {
  /** An e-mail address in lower case, or a phone number in E.164. */
  readonly target: string;
  readonly code: string;
  readonly password: string;
  readonly ip: string;
  readonly clientId: string;
  readonly now: Date;
};

const reset = async (
  context: AppContext,
  { target, code, password, ip, clientId, now }: PasswordReset,
): Promise<CodeOutcome> => {
  const { db } = context;
  const admission = await admitCode(db, 'reset', ip, now);
  if (!admission.ok) return { ok: false, code: CODE.loginTooFrequent, waitMs: admission.waitMs };
  if (!(await spendCode(context, { purpose: 'reset', target, clientId, code, now })))
    return { ok: false, code: CODE.verificationCodeIncorrect, waitMs: 0 };
  await deleteAttempts(db, admission.counted);
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ passwordHash })
      .where(eq(isPhoneNumber(target) ? users.phone : users.email, target))
      .returning({ userId: users.userId, account: users.account });
    if (!user) return;
    await tx
      .update(sessions)
      .set({ revokedAt: now, revokedWhy: 'reset' })
      .where(and(eq(sessions.userId, user.userId), isNull(sessions.revokedAt)));
    await clearAccount(tx, user.account);
  });
  context.metrics.count('password_resets');
  return { ok: true };
};

/** Sets the new password if the code is right and ends every session. Clears the wait after wrong passwords. */
export const resetPassword = async (context: AppContext, request: PasswordReset): Promise<CodeOutcome> => {
  const turn = { source: `address ${request.ip}`, account: request.target };
  const outcome = await queuePassword(turn, () => reset(context, request));
  if (outcome === 'too-frequent') return { ok: false, code: CODE.loginTooFrequent, waitMs: QUEUE_RETRY_MS[outcome] };
  if (outcome === 'busy') return { ok: false, code: CODE.systemBusy, waitMs: QUEUE_RETRY_MS[outcome] };
  return outcome;
};
