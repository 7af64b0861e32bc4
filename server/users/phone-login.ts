import { eq } from 'drizzle-orm';
import { CODE } from '../../src/contract/codes.ts';
import { spendCode } from '../codes/code-store.ts';
import { users } from '../db/schema.ts';
import { deleteAttempts } from '../kernel/attempts.ts';
import type { AppContext } from '../kernel/context.ts';
import type { LoginOutcome } from './login.ts';
import { rememberDevice } from './login-devices.ts';
import { admitCode } from './login-throttle.ts';
import { openSession } from './session-store.ts';

export type PhoneLoginTry = {
  /** E.164. */
  readonly phone: string;
  readonly code: string;
  readonly ip: string;
  readonly clientId: string;
  readonly now: Date;
};

/** A code is void after five guesses; an address has 60 guesses per hour. */
export const tryPhoneLogin = async (context: AppContext, login: PhoneLoginTry): Promise<LoginOutcome> => {
  const { phone, code, ip, clientId, now } = login;
  const { db } = context;
  const admission = await admitCode(db, 'login', ip, now);
  if (!admission.ok) return { ok: false, code: CODE.loginTooFrequent, waitMs: admission.waitMs };
  const [user] = await db.select().from(users).where(eq(users.phone, phone));
  if (user && (await spendCode(context, { purpose: 'login', target: phone, clientId, code, now }))) {
    await deleteAttempts(db, admission.counted);
    if (user.blocked) return { ok: false, code: CODE.forbidden, waitMs: 0 };
    const token = await openSession(db, { userId: user.userId, clientId, now });
    await rememberDevice(db, { ...user, clientId, now });
    return { ok: true, user, token };
  }
  return { ok: false, code: user ? CODE.verificationCodeIncorrect : CODE.accountNotFoundMobile, waitMs: 0 };
};
