import { and, eq, isNull } from 'drizzle-orm';
import { isPhoneNumber } from '../../machines/session/contact.rules.ts';
import type { CodeOutcome, CodeRecipient } from '../codes/code-sending.ts';
import { checkCode, spendCode } from '../codes/code-store.ts';
import type { Db } from '../db/database.ts';
import { sessions, users } from '../db/schema.ts';
import { deleteAttempts } from '../runtime/attempts.ts';
import { CODE, denied } from '../runtime/codes.ts';
import type { AppContext } from '../runtime/context.ts';
import { isKnownDevice } from './login-devices.ts';
import {
  admitCodeGuess,
  attemptHashes,
  clearAccount,
  type LoginSource,
  type Origin,
  sourceName,
  sourceOf,
  type WithAttemptHashes,
} from './login-throttle.ts';
import { hashPassword } from './password-hash.ts';
import { queuePassword } from './password-queue.ts';
import { deleteTickets } from './tickets.ts';

/** The account of an e-mail address in lower case or a phone number in E.164. */
const matchesTarget = (target: string) => eq(isPhoneNumber(target) ? users.phone : users.email, target);

/** Finds the account of an e-mail address or a phone number, and whether this browser has logged in to it. null: no such account. */
export const findCodeRecipient = async (
  db: Db,
  { target, clientId, now }: { readonly target: string; readonly clientId: string; readonly now: Date },
): Promise<(CodeRecipient & { readonly account: string }) | null> => {
  const [user] = await db
    .select({ account: users.account, passwordHash: users.passwordHash })
    .from(users)
    .where(matchesTarget(target));
  if (!user) return null;
  const isKnown = await isKnownDevice(db, { ...user, clientId, now });
  return { ...user, device: isKnown ? clientId : null };
};

/** `target`: an e-mail address in lower case, or a phone number in E.164. */
export type PasswordReset = Origin & { readonly target: string; readonly code: string; readonly password: string };

const INCORRECT = denied(CODE.verificationCodeIncorrect);

const reset = async (
  context: AppContext,
  { target, code, password, clientId, now }: PasswordReset,
  former: string,
  source: LoginSource,
): Promise<CodeOutcome> => {
  const { config, db } = context;
  const admission = await admitCodeGuess(context, 'reset', source, now);
  if (!admission.ok) return admission;
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

/** Ends every session, voids every other code and clears the wait after wrong passwords. Of parallel resets, the first one counts. */
export const resetPassword = async (
  context: AppContext,
  request: PasswordReset,
): Promise<WithAttemptHashes<CodeOutcome>> => {
  const recipient = await findCodeRecipient(context.db, request);
  const { target, clientId, ip } = request;
  const source = sourceOf(recipient?.device != null, clientId, ip);
  const turn = { kind: source.kind, source: sourceName(source), account: target };
  const outcome = await queuePassword(turn, () => reset(context, request, recipient?.passwordHash ?? '', source));
  return { ...outcome, hashes: attemptHashes(context.config, recipient?.account ?? target, source) };
};
