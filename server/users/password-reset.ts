import { and, eq, isNull } from 'drizzle-orm';
import { CODE } from '../../src/contract/codes.ts';
import type { AppContext } from '../app-context.ts';
import type { CodeOutcome } from '../codes/code-sending.ts';
import { spendCode } from '../codes/code-store.ts';
import { sessions, users } from '../db/schema.ts';
import { bucketOf, countAttempt, forgetBucket, type Limit, waitFor } from './attempts.ts';
import { hashPassword } from './password-hash.ts';

const PER_ADDRESS: Limit = { tries: 20, longestMs: 3_600_000 };

export type PasswordReset = {
  /** An e-mail address in lower case, or a phone number in E.164. */
  readonly target: string;
  readonly code: string;
  readonly password: string;
  readonly ip: string;
  readonly now: Date;
};

/** With the right code: the new password, and the end of every session. A login that waited after wrong tries waits no more. */
export const resetPassword = async (context: AppContext, reset: PasswordReset): Promise<CodeOutcome> => {
  const { target, code, password, ip, now } = reset;
  const { db } = context;
  const byAddress = bucketOf('reset-address', ip);
  const waitMs = await waitFor(db, byAddress, PER_ADDRESS, now);
  if (waitMs > 0) return { ok: false, code: CODE.loginTooFrequent, waitMs };
  if (!(await spendCode(context, { purpose: 'reset', target, code, now }))) {
    await countAttempt(db, [byAddress], now);
    return { ok: false, code: CODE.verificationCodeIncorrect, waitMs: 0 };
  }
  const passwordHash = await hashPassword(password);
  await db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ passwordHash })
      .where(eq(target.startsWith('+') ? users.phone : users.email, target))
      .returning({ userId: users.userId, account: users.account });
    if (!user) return;
    await tx
      .update(sessions)
      .set({ revokedAt: now, revokedWhy: 'reset' })
      .where(and(eq(sessions.userId, user.userId), isNull(sessions.revokedAt)));
    await forgetBucket(tx, bucketOf('login-account', user.account));
  });
  context.metrics.count('password_resets');
  return { ok: true };
};
