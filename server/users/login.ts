import { eq, or } from 'drizzle-orm';
import { isEmail, isPhoneNumber } from '../../machines/session/contact.rules.ts';
import { CODE, type Code } from '../../src/contract/codes.ts';
import type { AppContext } from '../app-context.ts';
import { users } from '../db/schema.ts';
import { bucketOf, countAttempt, forgetBucket, type Limit, waitFor } from './attempts.ts';
import { createGate } from './login-gate.ts';
import { verifyPassword } from './password-hash.ts';

const PER_ACCOUNT: Limit = { tries: 5, longestMs: 4 * 3_600_000 };
/** Wrong passwords and wrong codes together. */
export const PER_ADDRESS: Limit = { tries: 20, longestMs: 3_600_000 };

/** Hashing fills the four threads that Node has for it; more at once would only wait, and hold memory. */
const gate = createGate({ parallel: 4, waiting: 200 });

export type LoginTry = {
  readonly account: string;
  readonly password: string;
  readonly ip: string;
  readonly now: Date;
};

export type LoginOutcome =
  | { readonly ok: true; readonly user: typeof users.$inferSelect }
  | { readonly ok: false; readonly code: Code; readonly waitMs: number };

const refused = (code: Code, waitMs = 0): LoginOutcome => ({ ok: false, code, waitMs });

/** By its name, or else by its e-mail address or phone number. */
const findUser = async ({ db }: AppContext, name: string) => {
  const [named] = await db.select().from(users).where(eq(users.account, name));
  if (named) return named;
  const [reached] = await db
    .select()
    .from(users)
    .where(or(eq(users.email, name.toLowerCase()), eq(users.phone, name)));
  return reached;
};

const notFound = (name: string): Code => {
  if (isEmail(name)) return CODE.accountNotFoundEmail;
  return isPhoneNumber(name) ? CODE.accountNotFoundMobile : CODE.accountNotFoundLoginName;
};

const attempt = async (
  { db }: AppContext,
  { account, password, ip, now }: LoginTry,
  user: typeof users.$inferSelect | undefined,
): Promise<LoginOutcome> => {
  const byAccount = bucketOf('login-account', user?.account ?? account);
  const byAddress = bucketOf('login-address', ip);
  const wait = Math.max(await waitFor(db, byAccount, PER_ACCOUNT, now), await waitFor(db, byAddress, PER_ADDRESS, now));
  if (wait > 0) return refused(CODE.loginTooFrequent, wait);
  if (!(await verifyPassword(password, user?.passwordHash ?? null)) || !user) {
    await countAttempt(db, [byAccount, byAddress], now);
    return refused(user ? CODE.incorrectPassword : notFound(account));
  }
  await forgetBucket(db, byAccount);
  return user.blocked ? refused(CODE.forbidden) : { ok: true, user };
};

/** Tries of one account wait for each other, so that a burst of guesses is counted like a row of them. */
export const tryLogin = async (context: AppContext, login: LoginTry): Promise<LoginOutcome> => {
  const user = await findUser(context, login.account);
  const outcome = await gate(user?.account ?? login.account, () => attempt(context, login, user));
  return outcome === 'full' ? refused(CODE.systemBusy) : outcome;
};
