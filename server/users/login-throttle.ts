import { sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import {
  capWaitMs,
  clearAttempts,
  clearAttemptsOf,
  deleteAttempts,
  keyedBucketOf,
  type Limit,
  recordAttempts,
  timesOf,
  waitMs,
} from '../runtime/attempts.ts';
import { CODE, type Denial, denied } from '../runtime/codes.ts';
import type { Config } from '../runtime/config.ts';
import type { AppContext } from '../runtime/context.ts';

const MINUTE_MS = 60_000;

/** Wrong passwords for one account from one source. */
const PER_SOURCE: Limit = { tries: 5, longestMs: 240 * MINUTE_MS };
/** Wrong passwords of all unknown devices of one address, for any account. */
const PER_ADDRESS = { times: 100, windowMs: 15 * MINUTE_MS } as const;
/** Wrong codes of one address, for any phone number or e-mail address; and wrong tickets of one address. */
const CODES_PER_ADDRESS = { times: 60, windowMs: 60 * MINUTE_MS } as const;

/** After 25 wrong passwords in a day, unknown devices wait between attempts; every further 25 double the wait. */
const SLOW_DOWN = { every: 25, firstMs: MINUTE_MS, longestMs: 15 * MINUTE_MS } as const;

/** Where a login or a reset comes from. `clientId`: of the browser, or ''. */
export type Origin = { readonly ip: string; readonly clientId: string; readonly now: Date };

/** A known device of the account counts only its own attempts, so others cannot lock it out. Any other browser counts by its address. */
export type LoginSource =
  | { readonly kind: 'device'; readonly clientId: string }
  | { readonly kind: 'address'; readonly address: string };

export const sourceOf = (isKnownDevice: boolean, clientId: string, address: string): LoginSource =>
  isKnownDevice ? { kind: 'device', clientId } : { kind: 'address', address };

export const sourceName = (source: LoginSource): string =>
  source.kind === 'device' ? `device ${source.clientId}` : `address ${source.address}`;

/** Milliseconds until an unknown device may try again; 0: now. `times`: wrong passwords of the last day, oldest first. */
export const slowDownMs = (times: readonly number[], now: number): number => {
  const { every, firstMs, longestMs } = SLOW_DOWN;
  const steps = Math.floor(times.length / every);
  if (steps === 0) return 0;
  return Math.max(0, (times.at(-1) ?? 0) + Math.min(firstMs * 2 ** (steps - 1), longestMs) - now);
};

type KeyedDb = Pick<AppContext, 'config' | 'db'>;

/** The first part of the buckets of all sources of an account. */
const accountHashOf = (config: Config, account: string): string => keyedBucketOf(config, 'login-source', account);

/** Account and source in the log. Joined by a space, they are the bucket of a wrong password in `attempts`. */
export type AttemptHashes = { readonly accountHash: string; readonly sourceHash: string };

export type WithAttemptHashes<Outcome> = Outcome & { readonly hashes: AttemptHashes };

export const attemptHashes = (config: Config, account: string, source: LoginSource): AttemptHashes => ({
  accountHash: accountHashOf(config, account),
  sourceHash: keyedBucketOf(config, source.kind, sourceName(source)),
});

const sourceBucket = (config: Config, account: string, source: LoginSource): string => {
  const { accountHash, sourceHash } = attemptHashes(config, account, source);
  return `${accountHash} ${sourceHash}`;
};
const accountBucket = (config: Config, account: string): string => keyedBucketOf(config, 'login-account', account);

/** Locks a bucket until the end of the transaction. */
const lockBucket = async (tx: Db, bucket: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${bucket}, 0))`);
};

/** `counted`: the rows that count the attempt as wrong until it succeeds. */
export type Admission = { readonly ok: true; readonly counted: readonly number[] } | Denial;

export type Attempt = { readonly account: string; readonly source: LoginSource; readonly now: Date };

/** Counts an attempt as wrong before its password is checked, so that parallel attempts in any process count like sequential ones. */
export const admitLogin = ({ config, db }: KeyedDb, { account, source, now }: Attempt): Promise<Admission> =>
  db.transaction(async (tx) => {
    const byAccount = accountBucket(config, account);
    await lockBucket(tx, byAccount);
    const bySource = sourceBucket(config, account, source);
    const nowMs = now.getTime();
    const waits = [waitMs(await timesOf(tx, bySource, now), PER_SOURCE, nowMs)];
    const buckets = [bySource];
    if (source.kind === 'address') {
      const cap = { bucket: keyedBucketOf(config, 'login-address', source.address), ...PER_ADDRESS };
      waits.push(slowDownMs(await timesOf(tx, byAccount, now), nowMs), await capWaitMs(tx, cap, now));
      buckets.push(byAccount, cap.bucket);
    }
    const wait = Math.max(...waits);
    if (wait > 0) return denied(CODE.loginTooFrequent, wait);
    return { ok: true, counted: await recordAttempts(tx, buckets, now) };
  });

/** After a correct password: no longer counts this attempt, and clears the earlier wrong ones from the same source. */
export const clearLogin = async (
  { config, db }: KeyedDb,
  { account, source }: Attempt,
  counted: readonly number[],
): Promise<void> => {
  await deleteAttempts(db, counted);
  await clearAttempts(db, sourceBucket(config, account, source));
};

/** After a reset, wrong attempts with the old password no longer count. */
export const clearAccount = async ({ config, db }: KeyedDb, account: string): Promise<void> => {
  await clearAttempts(db, accountBucket(config, account));
  await clearAttemptsOf(db, accountHashOf(config, account));
};

/**
 * Counts a code as wrong before it is checked, so that parallel guesses in any process count like sequential ones. Guesses are counted per
 * purpose and address; a known device has five per code, and its codes are limited. After a correct code, undo the count with `deleteAttempts`.
 */
export const admitCodeGuess = (
  { config, db }: KeyedDb,
  purpose: 'login' | 'reset' | 'ticket',
  source: LoginSource,
  now: Date,
): Promise<Admission> =>
  db.transaction(async (tx) => {
    if (source.kind === 'device') return { ok: true, counted: [] };
    const bucket = keyedBucketOf(config, `${purpose}-code-address`, source.address);
    await lockBucket(tx, bucket);
    const wait = await capWaitMs(tx, { bucket, ...CODES_PER_ADDRESS }, now);
    if (wait > 0) return denied(CODE.loginTooFrequent, wait);
    return { ok: true, counted: await recordAttempts(tx, [bucket], now) };
  });
