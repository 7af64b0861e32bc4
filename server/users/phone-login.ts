import { eq } from 'drizzle-orm';
import { CODE, type Code } from '../../src/contract/codes.ts';
import { spendCode } from '../codes/code-store.ts';
import { users } from '../db/schema.ts';
import { deleteAttempts } from '../kernel/attempts.ts';
import type { AppContext } from '../kernel/context.ts';
import type { LoginOutcome } from './login.ts';
import { rememberDevice } from './login-devices.ts';
import { admitCodeGuess } from './login-throttle.ts';
import { openVerifiedSession } from './session-store.ts';

export type PhoneLoginTry = {
  /** E.164. */
  readonly phone: string;
  readonly code: string;
  readonly ip: string;
  readonly clientId: string;
  readonly now: Date;
};

const refused = (code: Code): LoginOutcome => ({ ok: false, code, waitMs: 0 });

/** A code is void after five guesses; an address has 60 guesses per hour. */
export const tryPhoneLogin = async (context: AppContext, login: PhoneLoginTry): Promise<LoginOutcome> => {
  const { phone, code, ip, clientId, now } = login;
  const { db } = context;
  const admission = await admitCodeGuess(context, 'login', ip, now);
  if (!admission.ok) return { ok: false, code: CODE.loginTooFrequent, waitMs: admission.waitMs };
  const [user] = await db.select().from(users).where(eq(users.phone, phone));
  if (!user) return refused(CODE.accountNotFoundMobile);
  const { userId, passwordHash } = user;
  if (!(await spendCode(context, { purpose: 'login', target: phone, clientId, passwordHash, code, now })))
    return refused(CODE.verificationCodeIncorrect);
  await deleteAttempts(db, admission.counted);
  const opening = await openVerifiedSession(db, { userId, clientId, now }, passwordHash);
  if (!opening.ok) return refused(opening.why === 'blocked' ? CODE.forbidden : CODE.verificationCodeIncorrect);
  await rememberDevice(db, { ...user, clientId, now });
  return { ok: true, user, token: opening.token };
};
