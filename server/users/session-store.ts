import { hash, randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db, Tx } from '../db/database.ts';
import { sessions, type User, users } from '../db/schema.ts';
import { columnsOf, type Row, type SessionJoin, statement, type Value } from '../db/statement.ts';

const IDLE_MS = 30 * 60_000;
export const SESSION_LIFE_MS = 12 * 3_600_000;
/** `seen_at` is updated at most this often. */
const SEEN_MS = 60_000;
const TOKEN = /^[\w-]{43}$/;

const hashOf = (token: string): string => hash('sha256', token, 'hex');

/** The caller. `gameAccountId`: the publisher's account. `userId`: ours. */
export type Session = Pick<User, 'userId' | 'gameAccountId' | 'gameId' | 'nickname'> & { readonly tokenHash: string };

/** `kicked`: ended by the server (20002). `blocked`: the account is blocked (HTTP 403). */
export type SessionCheck =
  | { readonly kind: 'valid'; readonly session: Session }
  | { readonly kind: 'invalid' | 'kicked' | 'blocked' };

export type NewSession = { readonly userId: string; readonly clientId: string; readonly now: Date };

/** Locks the account, so that only one session remains after parallel logins. */
const lockAccount = async (tx: Tx, userId: string) => {
  const [user] = await tx
    .select({ passwordHash: users.passwordHash, blocked: users.blocked })
    .from(users)
    .where(eq(users.userId, userId))
    .for('update');
  return user;
};

const replaceSessions = async (tx: Tx, { userId, clientId, now }: NewSession): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  await tx
    .update(sessions)
    .set({ revokedAt: now, revokedWhy: 'replaced' })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));
  await tx.insert(sessions).values({ tokenHash: hashOf(token), userId, clientId, createdAt: now, seenAt: now });
  return token;
};

/** Creates a 256-bit token and ends every other session of the account. For the sandbox: a login needs `openVerifiedSession`. */
export const openSession = (db: Db, request: NewSession): Promise<string> =>
  db.transaction(async (tx) => {
    await lockAccount(tx, request.userId);
    return replaceSessions(tx, request);
  });

/** `changed`: the password of the account has changed in the meantime. `blocked`: the account is blocked. */
export type SessionOpening =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly why: 'changed' | 'blocked' };

/** `openSession` for a login. `verified`: the password hash of the account when its password or code was checked. */
export const openVerifiedSession = async (tx: Tx, request: NewSession, verified: string): Promise<SessionOpening> => {
  const user = await lockAccount(tx, request.userId);
  if (user?.passwordHash !== verified) return { ok: false, why: 'changed' };
  if (user.blocked) return { ok: false, why: 'blocked' };
  return { ok: true, token: await replaceSessions(tx, request) };
};

const player = columnsOf(users, 'u', ['userId', 'gameAccountId', 'gameId', 'nickname', 'blocked']);
const times = columnsOf(sessions, 's', ['createdAt', 'seenAt', 'revokedAt', 'revokedWhy']);
const WIDTH = player.width + times.width;

const storedSession = (row: Row) => ({ ...player.read(row, 0), ...times.read(row, player.width) });

const INVALID: SessionCheck = { kind: 'invalid' };

const checkStoredSession = (
  { blocked, createdAt, seenAt, revokedAt, revokedWhy, ...caller }: ReturnType<typeof storedSession>,
  tokenHash: string,
  nowMs: number,
): SessionCheck => {
  const endedByBlock = blocked && revokedWhy === 'blocked';
  if (revokedAt !== null && !endedByBlock) return { kind: revokedWhy === 'kicked' ? 'kicked' : 'invalid' };
  if (nowMs - seenAt.getTime() > IDLE_MS || nowMs - createdAt.getTime() > SESSION_LIFE_MS) return INVALID;
  return blocked ? { kind: 'blocked' } : { kind: 'valid', session: { ...caller, tokenHash } };
};

const storeSeen = statement(
  { name: 'session-seen', text: 'update sessions set seen_at = $2 where token_hash = $1' },
  () => undefined,
);

/** `data`: null unless the session is valid. */
export type SessionRead<Data> = { readonly check: SessionCheck; readonly data: Data | null };

const NOTHING: SessionJoin<null> = { name: 'check', columns: '', joins: () => '', read: () => null };

/** Checks a session and reads a part of its player's data, both in one statement. */
export const createSessionReader = <Data>({ name, columns, joins, read }: SessionJoin<Data>) => {
  const run = statement(
    {
      name: `session-${name}`,
      text: `select ${[player.text, times.text, ...(columns ? [columns] : [])].join(', ')}
     from sessions s join users u on u.user_id = s.user_id ${joins('s.user_id')} where s.token_hash = $1`,
      readsByKey: true,
    },
    (row) => ({ stored: storedSession(row), data: read(row, WIDTH) }),
  );
  return async (db: Db, token: string, now: Date, values: readonly Value[]): Promise<SessionRead<Data>> => {
    if (!TOKEN.test(token)) return { check: INVALID, data: null };
    const tokenHash = hashOf(token);
    const [found] = await run(db, [tokenHash, ...values]);
    if (!found) return { check: INVALID, data: null };
    const check = checkStoredSession(found.stored, tokenHash, now.getTime());
    if (check.kind !== 'valid') return { check, data: null };
    if (now.getTime() - found.stored.seenAt.getTime() > SEEN_MS) await storeSeen(db, [tokenHash, now.toISOString()]);
    return { check, data: found.data };
  };
};

const readSession = createSessionReader(NOTHING);

export const checkSession = async (db: Db, token: string, now: Date): Promise<SessionCheck> =>
  (await readSession(db, token, now, [])).check;

export const closeSession = async (db: Db, tokenHash: string, now: Date): Promise<void> => {
  await db
    .update(sessions)
    .set({ revokedAt: now, revokedWhy: 'logout' })
    .where(and(eq(sessions.tokenHash, tokenHash), isNull(sessions.revokedAt)));
};
