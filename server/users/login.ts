import { eq, or } from 'drizzle-orm';
import { readAccount } from '../../machines/session/contact.entry.ts';
import { isEmail, isPhoneNumber } from '../../machines/session/contact.rules.ts';
import { checkCode, spendCode } from '../codes/code-store.ts';
import { type User, users } from '../db/schema.ts';
import { deleteAttempts } from '../runtime/attempts.ts';
import { CODE, type Code, type Denial, denied } from '../runtime/codes.ts';
import type { AppContext } from '../runtime/context.ts';
import { isKnownDevice, rememberDevice } from './login-devices.ts';
import {
  type Attempt,
  admitCodeGuess,
  admitLogin,
  attemptHashes,
  clearLogin,
  type LoginSource,
  type Origin,
  sourceName,
  sourceOf,
  type WithAttemptHashes,
} from './login-throttle.ts';
import { verifyPassword } from './password-hash.ts';
import { queuePassword } from './password-queue.ts';
import { openVerifiedSession, type SessionOpening } from './session-store.ts';
import { redeemTicket } from './tickets.ts';

export type LoginTry = Origin & { readonly account: string; readonly password: string };

export type LoginOutcome = { readonly ok: true; readonly user: User; readonly token: string } | Denial;

/** `changed`: the code of a login whose password or code has become invalid in the meantime. */
const outcomeOf = (opening: SessionOpening, user: User, changed: Code): LoginOutcome => {
  if (!opening.ok) return denied(opening.why === 'blocked' ? CODE.forbidden : changed);
  return { ok: true, user, token: opening.token };
};

const findSource = async (
  { db }: AppContext,
  { ip, clientId, now }: Origin,
  user: User | undefined,
): Promise<LoginSource> =>
  sourceOf(user !== undefined && (await isKnownDevice(db, { ...user, clientId, now })), clientId, ip);

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

const checkPassword = async (
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
  const opening = await db.transaction((tx) => openVerifiedSession(tx, { userId, clientId, now }, passwordHash));
  if (opening.ok) await rememberDevice(db, { ...user, clientId, now });
  return outcomeOf(opening, user, CODE.incorrectPassword);
};

export const tryLogin = async (context: AppContext, login: LoginTry): Promise<WithAttemptHashes<LoginOutcome>> => {
  const user = await findUser(context, login.account);
  const account = user?.account ?? login.account;
  const source = await findSource(context, login, user);
  const turn = { kind: source.kind, source: sourceName(source), account };
  const attempt = { account, source, now: login.now };
  const outcome = await queuePassword(turn, () => checkPassword(context, login, attempt, user));
  return { ...outcome, hashes: attemptHashes(context.config, account, source) };
};

/** `phone`: E.164. */
type PhoneLoginTry = Origin & { readonly phone: string; readonly code: string };

const checkPhoneCode = async (
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
    const opened = await openVerifiedSession(tx, { userId, clientId, now }, passwordHash);
    if (opened.ok) await rememberDevice(tx, { ...user, clientId, now });
    return opened;
  });
  return outcomeOf(opening, user, CODE.verificationCodeIncorrect);
};

/** A code is void after five guesses; the unknown devices of an address have 60 guesses per hour. */
export const tryPhoneLogin = async (
  context: AppContext,
  login: PhoneLoginTry,
): Promise<WithAttemptHashes<LoginOutcome>> => {
  const [user] = await context.db.select().from(users).where(eq(users.phone, login.phone));
  const source = await findSource(context, login, user);
  const outcome = await checkPhoneCode(context, login, user, source);
  return { ...outcome, hashes: attemptHashes(context.config, user?.account ?? login.phone, source) };
};

/** A ticket is void after one attempt. The devices of an address have 60 wrong tickets per hour. */
export const tryTicketLogin = async (
  context: AppContext,
  { ticket, ip, clientId, now }: Origin & { readonly ticket: string },
): Promise<WithAttemptHashes<LoginOutcome>> => {
  const { config, db } = context;
  const source: LoginSource = { kind: 'address', address: ip };
  const of = (account: string, outcome: LoginOutcome) => ({
    ...outcome,
    hashes: attemptHashes(config, account, source),
  });
  const admission = await admitCodeGuess(context, 'ticket', source, now);
  if (!admission.ok) return of('', admission);
  const user = await redeemTicket(db, ticket, now);
  if (!user) return of('', denied(CODE.userAuthenticationFailed));
  await deleteAttempts(db, admission.counted);
  const { userId, passwordHash, account } = user;
  const opening = await db.transaction((tx) => openVerifiedSession(tx, { userId, clientId, now }, passwordHash));
  if (opening.ok) await rememberDevice(db, { ...user, clientId, now });
  return of(account, outcomeOf(opening, user, CODE.userAuthenticationFailed));
};
