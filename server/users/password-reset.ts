import { and, eq, isNull } from 'drizzle-orm';
import type { CodeRecipient } from '../codes/code-limits.ts';
import type { CodeOutcome, CodeRefusal } from '../codes/code-sending.ts';
import { checkCode, spendCode } from '../codes/code-store.ts';
import { sessions, users } from '../db/schema.ts';
import { deleteAttempts } from '../runtime/attempts.ts';
import { CODE } from '../runtime/codes.ts';
import type { AppContext } from '../runtime/context.ts';
import { findCodeRecipient, matchesTarget } from './code-recipient.ts';
import {
  admitCodeGuess,
  attemptHashes,
  clearAccount,
  type LoginSource,
  sourceName,
  type WithAttemptHashes,
} from './login-throttle.ts';
import { hashPassword } from './password-hash.ts';
import { QUEUE_RETRY_MS, queuePassword } from './password-queue.ts';
import { deleteTickets } from './tickets.ts';

export type PasswordReset = {
  /** An e-mail address in lower case, or a phone number in E.164. */
  readonly target: string;
  readonly code: string;
  readonly password: string;
  readonly ip: string;
  readonly clientId: string;
  readonly now: Date;
};

const INCORRECT: CodeRefusal = { ok: false, code: CODE.verificationCodeIncorrect, waitMs: 0 };

const reset = async (
  context: AppContext,
  { target, code, password, clientId, now }: PasswordReset,
  former: string,
  source: LoginSource,
): Promise<CodeOutcome> => {
  const { config, db } = context;
  const admission = await admitCodeGuess(context, 'reset', source, now);
  if (!admission.ok) return { ok: false, code: CODE.loginTooFrequent, waitMs: admission.waitMs };
  const correct = await checkCode(context, { purpose: 'reset', target, clientId, passwordHash: former, code, now });
  if (!correct) return INCORRECT;
  await deleteAttempts(db, admission.counted);
  const passwordHash = await hashPassword(password);
  const isReset = await db.transaction(async (tx) => {
    if (!(await spendCode(tx, correct, now))) return false;
    const [user] = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(matchesTarget(target), eq(users.passwordHash, former)))
      .returning({ userId: users.userId, account: users.account });
    if (!user) return false;
    await tx
      .update(sessions)
      .set({ revokedAt: now, revokedWhy: 'reset' })
      .where(and(eq(sessions.userId, user.userId), isNull(sessions.revokedAt)));
    await deleteTickets(tx, user.userId);
    await clearAccount({ config, db: tx }, user.account);
    return true;
  });
  if (!isReset) return INCORRECT;
  context.metrics.count('password_resets');
  return { ok: true };
};

const sourceOf = (recipient: CodeRecipient | null, ip: string): LoginSource =>
  recipient?.device ? { kind: 'device', clientId: recipient.device } : { kind: 'address', address: ip };

const outcomeOf = async (
  context: AppContext,
  request: PasswordReset,
  recipient: CodeRecipient | null,
): Promise<CodeOutcome> => {
  const source = sourceOf(recipient, request.ip);
  const turn = { kind: source.kind, source: sourceName(source), account: request.target };
  const outcome = await queuePassword(turn, () => reset(context, request, recipient?.passwordHash ?? '', source));
  if (outcome === 'too-frequent') return { ok: false, code: CODE.loginTooFrequent, waitMs: QUEUE_RETRY_MS[outcome] };
  if (outcome === 'busy') return { ok: false, code: CODE.systemBusy, waitMs: QUEUE_RETRY_MS[outcome] };
  return outcome;
};

/**
 * Sets the new password if the code is right, ends every session and voids every other code. Clears the wait after wrong passwords. If
 * resets run in parallel, the first one counts.
 */
export const resetPassword = async (
  context: AppContext,
  request: PasswordReset,
): Promise<WithAttemptHashes<CodeOutcome>> => {
  const recipient = await findCodeRecipient(context.db, request);
  const outcome = await outcomeOf(context, request, recipient);
  const { target, ip } = request;
  const hashes = attemptHashes(context.config, recipient?.account ?? target, sourceOf(recipient, ip));
  return { ...outcome, hashes };
};
