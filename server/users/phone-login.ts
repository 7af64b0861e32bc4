import { eq } from 'drizzle-orm';
import { CODE } from '../../src/contract/codes.ts';
import type { AppContext } from '../app-context.ts';
import { spendCode } from '../codes/code-store.ts';
import { users } from '../db/schema.ts';
import { bucketOf, countAttempt, waitFor } from './attempts.ts';
import { type LoginOutcome, PER_ADDRESS } from './login.ts';

export type PhoneLoginTry = {
  /** E.164. */
  readonly phone: string;
  readonly code: string;
  readonly ip: string;
  readonly now: Date;
};

/** A code is dead after five guesses; from one address as many are allowed as with passwords. */
export const tryPhoneLogin = async (context: AppContext, login: PhoneLoginTry): Promise<LoginOutcome> => {
  const { phone, code, ip, now } = login;
  const { db } = context;
  const byAddress = bucketOf('login-address', ip);
  const waitMs = await waitFor(db, byAddress, PER_ADDRESS, now);
  if (waitMs > 0) return { ok: false, code: CODE.loginTooFrequent, waitMs };
  const [user] = await db.select().from(users).where(eq(users.phone, phone));
  if (user && (await spendCode(context, { purpose: 'login', target: phone, code, now })))
    return user.blocked ? { ok: false, code: CODE.forbidden, waitMs: 0 } : { ok: true, user };
  await countAttempt(db, [byAddress], now);
  return { ok: false, code: user ? CODE.verificationCodeIncorrect : CODE.accountNotFoundMobile, waitMs: 0 };
};
