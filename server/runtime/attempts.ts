import { createHash, createHmac } from 'node:crypto';
import { and, asc, desc, eq, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { attempts } from '../db/schema.ts';
import type { Config } from './config.ts';

const WINDOW_MS = 15 * 60_000;
/** Older attempts no longer count. */
export const ATTEMPT_LIFE_MS = 24 * 3_600_000;

/** Ordered by bytes, as the index `attempts_bucket_bytes` is. No other collation finds the beginning of a text by an index. */
const BUCKET_BYTES = sql`${attempts.bucket} collate "C"`;

/** At most `tries` in 15 minutes. Each further full set within a day doubles the wait, up to `longestMs`. */
export type Limit = { readonly tries: number; readonly longestMs: number };

/** At most `times` in `windowMs`. */
export type Cap = { readonly bucket: string; readonly times: number; readonly windowMs: number };

/** Hashes a name that contains a random value, such as a password hash. Other names need `keyedBucketOf`. */
export const bucketOf = (kind: string, name: string): string =>
  `${kind}:${createHash('sha256').update(name).digest('base64url')}`;

/**
 * Hashes a name with the server's secret, so the table does not reveal which accounts were attacked: without the key, hashes of account
 * names, addresses and phone numbers could be reversed by brute force.
 */
export const keyedBucketOf = ({ codeSecret }: Pick<Config, 'codeSecret'>, kind: string, name: string): string =>
  `${kind}:${createHmac('sha256', codeSecret)
    .update(JSON.stringify(['attempts', kind, name]))
    .digest('base64url')}`;

/** Milliseconds until the next attempt is allowed; 0: now. `times`: counted attempts of the last day, oldest first. */
export const waitMs = (times: readonly number[], { tries, longestMs }: Limit, now: number): number => {
  const last = times.at(-1) ?? 0;
  const sets = Math.floor(times.length / tries);
  const full = sets > 0 && times.length % tries === 0;
  const grown = full ? last + Math.min(WINDOW_MS * 2 ** (sets - 1), longestMs) : 0;
  const oldestOfSet = times.at(-tries);
  const strict = oldestOfSet === undefined ? 0 : oldestOfSet + WINDOW_MS;
  return Math.max(0, grown - now, strict - now);
};

/** Times of a bucket's attempts in the last day, oldest first (epoch ms). */
export const timesOf = async (db: Db, bucket: string, now: Date): Promise<readonly number[]> => {
  const since = new Date(now.getTime() - ATTEMPT_LIFE_MS);
  const rows = await db
    .select({ at: attempts.at })
    .from(attempts)
    .where(and(eq(attempts.bucket, bucket), gt(attempts.at, since)))
    .orderBy(asc(attempts.at));
  return rows.map(({ at }) => at.getTime());
};

/** Milliseconds until the cap allows another attempt; 0: now. */
export const capWaitMs = async (db: Db, { bucket, times, windowMs }: Cap, now: Date): Promise<number> => {
  const rows = await db
    .select({ at: attempts.at })
    .from(attempts)
    .where(and(eq(attempts.bucket, bucket), gt(attempts.at, new Date(now.getTime() - windowMs))))
    .orderBy(desc(attempts.at))
    .limit(times);
  const oldest = rows.length < times ? undefined : rows.at(-1);
  return oldest ? oldest.at.getTime() + windowMs - now.getTime() : 0;
};

/** Returns the ids of the new rows. */
export const recordAttempts = async (db: Db, buckets: readonly string[], at: Date): Promise<readonly number[]> => {
  const rows = await db
    .insert(attempts)
    .values(buckets.map((bucket) => ({ bucket, at })))
    .returning({ id: attempts.id });
  return rows.map(({ id }) => id);
};

export const deleteAttempts = async (db: Db, ids: readonly number[]): Promise<void> => {
  await db.delete(attempts).where(inArray(attempts.id, [...ids]));
};

/**
 * Deletes the rows that match. It leaves out rows that another statement is deleting and so never waits for one: several logins and a
 * password reset that clear the same buckets, in any order, cannot end in a deadlock.
 */
const clearWhere = async (db: Db, where: SQL | undefined): Promise<void> => {
  const rows = db.select({ ctid: sql`ctid` }).from(attempts).where(where).for('update', { skipLocked: true });
  await db.delete(attempts).where(sql`ctid = any (array${rows})`);
};

export const clearAttempts = (db: Db, bucket: string): Promise<void> => clearWhere(db, eq(attempts.bucket, bucket));

/** Clears every bucket whose name is `first`, a space, and more. In bytes, an exclamation mark follows the space. */
export const clearAttemptsOf = (db: Db, first: string): Promise<void> =>
  clearWhere(db, and(gte(BUCKET_BYTES, `${first} `), lt(BUCKET_BYTES, `${first}!`)));
