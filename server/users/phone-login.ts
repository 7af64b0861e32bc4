import { eq } from 'drizzle-orm';
import { checkCode, spendCode } from '../codes/code-store.ts';
import { type User, users } from '../db/schema.ts';
import { deleteAttempts } from '../runtime/attempts.ts';
import { CODE, denied } from '../runtime/codes.ts';
import type { AppContext } from '../runtime/context.ts';
import type { LoginOutcome } from './login.ts';
import { isKnownDevice, rememberDevice } from './login-devices.ts';
import { admitCodeGuess, attemptHashes, type LoginSource, sourceOf, type WithAttemptHashes } from './login-throttle.ts';
import { openVerifiedSessionIn, type SessionOpening } from './session-store.ts';

export type PhoneLoginTry = {
  /** E.164. */
  readonly phone: string;
  readonly code: string;
  readonly ip: string;
  readonly clientId: string;
  readonly now: Date;
};

const check = async (
  context: AppContext,
  { phone, code, clientId, now }: PhoneLoginTry,
  user: User | undefined,
  source: LoginSource,
): Promise<LoginOutcome> => {
  const { db } = context;
  const admission = await admitCodeGuess(context, 'login', source, now);
  if (!admission.ok) return admission;
  if (!user) return denied(CODE.accountNotFoundMobile);
  const { userId, passwordHash } = user;
  const correct = await checkCode(context, { purpose: 'login', target: phone, clientId, passwordHash, code, now });
  if (!correct) return denied(CODE.verificationCodeIncorrect);
  await deleteAttempts(db, admission.counted);
  const opening = await db.transaction(async (tx): Promise<SessionOpening> => {
    if (!(await spendCode(tx, correct, now))) return { ok: false, why: 'changed' };
    const opened = await openVerifiedSessionIn(tx, { userId, clientId, now }, passwordHash);
    if (opened.ok) await rememberDevice(tx, { ...user, clientId, now });
    return opened;
  });
  if (!opening.ok) return denied(opening.why === 'blocked' ? CODE.forbidden : CODE.verificationCodeIncorrect);
  return { ok: true, user, token: opening.token };
};

/** A code is void after five guesses; the unknown devices of an address have 60 guesses per hour. */
export const tryPhoneLogin = async (
  context: AppContext,
  login: PhoneLoginTry,
): Promise<WithAttemptHashes<LoginOutcome>> => {
  const { phone, ip, clientId, now } = login;
  const [user] = await context.db.select().from(users).where(eq(users.phone, phone));
  const isKnown = user !== undefined && (await isKnownDevice(context.db, { ...user, clientId, now }));
  const source = sourceOf(isKnown, clientId, ip);
  const outcome = await check(context, login, user, source);
  const hashes = attemptHashes(context.config, user?.account ?? phone, source);
  return { ...outcome, hashes };
};
