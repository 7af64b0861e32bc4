import { eq, or } from 'drizzle-orm';
import { readAccount } from '../../machines/session/contact.entry.ts';
import { isEmail, isPhoneNumber } from '../../machines/session/contact.rules.ts';
import { type User, users } from '../db/schema.ts';
import { CODE, type Code, type Denial, denied } from '../runtime/codes.ts';
import type { AppContext } from '../runtime/context.ts';
import { isKnownDevice, rememberDevice } from './login-devices.ts';
import {
  type Attempt,
  admitLogin,
  attemptHashes,
  clearLogin,
  sourceName,
  sourceOf,
  type WithAttemptHashes,
} from './login-throttle.ts';
import { verifyPassword } from './password-hash.ts';
import { queuePassword } from './password-queue.ts';
import { openVerifiedSession } from './session-store.ts';

export type LoginTry = {
  readonly account: string;
  readonly password: string;
  readonly ip: string;
  readonly clientId: string;
  readonly now: Date;
};

export type LoginOutcome = { readonly ok: true; readonly user: User; readonly token: string } | Denial;

/** Finds an account by name, e-mail address or phone number. */
const findByName = async ({ db }: AppContext, name: string): Promise<User | undefined> => {
  const [named] = await db.select().from(users).where(eq(users.account, name));
  if (named) return named;
  const [reached] = await db
    .select()
    .from(users)
    .where(or(eq(users.email, name.toLowerCase()), eq(users.phone, name)));
  return reached;
};

/** Finds an account by what the player typed, or else by what another keyboard would have typed. */
const findUser = async (context: AppContext, typed: string): Promise<User | undefined> => {
  const exact = await findByName(context, typed);
  const read = readAccount(typed);
  return exact ?? (read === typed ? undefined : findByName(context, read));
};

const notFound = (name: string): Code => {
  if (isEmail(name)) return CODE.accountNotFoundEmail;
  return isPhoneNumber(name) ? CODE.accountNotFoundMobile : CODE.accountNotFoundLoginName;
};

const check = async (
  context: AppContext,
  { account, password, clientId, now }: LoginTry,
  attempt: Attempt,
  user: User | undefined,
): Promise<LoginOutcome> => {
  const { db } = context;
  const admission = await admitLogin(context, attempt);
  if (!admission.ok) return admission;
  if (!(await verifyPassword(password, user?.passwordHash ?? null)) || !user)
    return denied(user ? CODE.incorrectPassword : notFound(account));
  await clearLogin(context, attempt, admission.counted);
  const { userId, passwordHash } = user;
  const opening = await openVerifiedSession(db, { userId, clientId, now }, passwordHash);
  if (!opening.ok) return denied(opening.why === 'blocked' ? CODE.forbidden : CODE.incorrectPassword);
  await rememberDevice(db, { ...user, clientId, now });
  return { ok: true, user, token: opening.token };
};

export const tryLogin = async (context: AppContext, login: LoginTry): Promise<WithAttemptHashes<LoginOutcome>> => {
  const { clientId, ip, now } = login;
  const user = await findUser(context, login.account);
  const account = user?.account ?? login.account;
  const isKnown = user !== undefined && (await isKnownDevice(context.db, { ...user, clientId, now }));
  const source = sourceOf(isKnown, clientId, ip);
  const turn = { kind: source.kind, source: sourceName(source), account };
  const outcome = await queuePassword(turn, () => check(context, login, { account, source, now }, user));
  return { ...outcome, hashes: attemptHashes(context.config, account, source) };
};
