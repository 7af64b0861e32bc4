import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull, lt } from 'drizzle-orm';
import { deleteInBatches } from '../db/batched-delete.ts';
import type { Db } from '../db/database.ts';
import { sessions, users } from '../db/schema.ts';
import type { Session } from './session.ts';

const IDLE_MS = 30 * 60_000;
const LIFE_MS = 12 * 3_600_000;
/** `seen_at` is updated at most this often. */
const SEEN_MS = 60_000;
const TOKEN = /^[\w-]{43}$/;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** `kicked`: ended by the server (20002). `blocked`: the account may not enter (HTTP 403). */
export type SessionCheck =
  | { readonly kind: 'valid'; readonly session: Session }
  | { readonly kind: 'invalid' | 'kicked' | 'blocked' };

/** Creates a 256-bit token and ends every other session of the account. */
export const openSession = async (
  db: Db,
  { userId, clientId, now }: { readonly userId: string; readonly clientId: string; readonly now: Date },
): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  await db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.userId, userId)).for('update');
    await tx
      .update(sessions)
      .set({ revokedAt: now, revokedWhy: 'replaced' })
      .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));
    await tx.insert(sessions).values({ tokenHash: hashOf(token), userId, clientId, createdAt: now, seenAt: now });
  });
  return token;
};

export const checkSession = async (db: Db, token: string, now: Date): Promise<SessionCheck> => {
  if (!TOKEN.test(token)) return { kind: 'invalid' };
  const tokenHash = hashOf(token);
  const [row] = await db
    .select({
      userId: users.userId,
      gameAccountId: users.gameAccountId,
      gameId: users.gameId,
      nickname: users.nickname,
      blocked: users.blocked,
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
      revokedAt: sessions.revokedAt,
      revokedWhy: sessions.revokedWhy,
    })
    .from(sessions)
    .innerJoin(users, eq(users.userId, sessions.userId))
    .where(eq(sessions.tokenHash, tokenHash));
  if (!row) return { kind: 'invalid' };
  if (row.revokedAt) return { kind: row.revokedWhy === 'kicked' ? 'kicked' : 'invalid' };
  const idle = now.getTime() - row.seenAt.getTime();
  if (idle > IDLE_MS || now.getTime() - row.createdAt.getTime() > LIFE_MS) return { kind: 'invalid' };
  if (row.blocked) return { kind: 'blocked' };
  if (idle > SEEN_MS) await db.update(sessions).set({ seenAt: now }).where(eq(sessions.tokenHash, tokenHash));
  const { userId, gameAccountId, gameId, nickname } = row;
  return { kind: 'valid', session: { tokenHash, userId, gameAccountId, gameId, nickname } };
};

export const closeSession = async (db: Db, tokenHash: string, now: Date): Promise<void> => {
  await db
    .update(sessions)
    .set({ revokedAt: now, revokedWhy: 'logout' })
    .where(and(eq(sessions.tokenHash, tokenHash), isNull(sessions.revokedAt)));
};

/** Deletes sessions that ended more than a day ago. A kicked session stays that long so that its client learns why. */
export const deleteExpiredSessions = (db: Db, now: Date): Promise<void> =>
  deleteInBatches(db, sessions, lt(sessions.createdAt, new Date(now.getTime() - LIFE_MS - 24 * 3_600_000)));
