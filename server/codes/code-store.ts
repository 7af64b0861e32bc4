import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { CodePurpose } from '../../src/contract/verification.contract.ts';
import { deleteInBatches } from '../db/batched-delete.ts';
import { verificationCodes } from '../db/code.schema.ts';
import type { Db } from '../db/database.ts';
import type { AppContext } from '../kernel/context.ts';

const LIFE_MS = 10 * 60_000;
const MOST_TRIES = 5;
const KEPT_MS = 24 * 3_600_000;

/** `target`: an e-mail address in lower case, or a phone number in E.164. */
export type CodeSubject = { readonly purpose: CodePurpose; readonly target: string };

const keyed = ({ config }: Pick<AppContext, 'config'>, ...parts: readonly string[]): string =>
  createHmac('sha256', config.codeSecret).update(JSON.stringify(parts)).digest('base64url');

const hashesOf = (context: Pick<AppContext, 'config'>, { purpose, target }: CodeSubject, code: string) => ({
  targetHash: keyed(context, 'code-target', target),
  codeHash: keyed(context, 'code', purpose, target, code),
});

/** Six digits, good for ten minutes and five tries; the one before it is worth nothing any more. */
export const issueCode = async (
  context: Pick<AppContext, 'config'>,
  db: Db,
  subject: CodeSubject,
  now: Date,
): Promise<string> => {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const { targetHash, codeHash } = hashesOf(context, subject, code);
  const fresh = { codeHash, tries: 0, expiresAt: new Date(now.getTime() + LIFE_MS), usedAt: null };
  await db
    .insert(verificationCodes)
    .values({ purpose: subject.purpose, targetHash, ...fresh })
    .onConflictDoUpdate({ target: [verificationCodes.purpose, verificationCodes.targetHash], set: fresh });
  return code;
};

/** Whether it is the code, once. Each guess is counted before it is compared, so that many at once are no more than five. */
export const spendCode = async (
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  { code, now, ...subject }: CodeSubject & { readonly code: string; readonly now: Date },
): Promise<boolean> => {
  const { targetHash, codeHash } = hashesOf({ config }, subject, code);
  const usable = and(
    eq(verificationCodes.purpose, subject.purpose),
    eq(verificationCodes.targetHash, targetHash),
    isNull(verificationCodes.usedAt),
  );
  const [guessed] = await db
    .update(verificationCodes)
    .set({ tries: sql`${verificationCodes.tries} + 1` })
    .where(and(usable, gt(verificationCodes.expiresAt, now), lt(verificationCodes.tries, MOST_TRIES)))
    .returning({ codeHash: verificationCodes.codeHash });
  if (!guessed || !timingSafeEqual(Buffer.from(guessed.codeHash), Buffer.from(codeHash))) return false;
  const used = await db
    .update(verificationCodes)
    .set({ usedAt: now })
    .where(and(usable, eq(verificationCodes.codeHash, codeHash)))
    .returning({ purpose: verificationCodes.purpose });
  return used.length === 1;
};

export const deleteExpiredCodes = (db: Db, now: Date): Promise<void> =>
  deleteInBatches(db, verificationCodes, lt(verificationCodes.expiresAt, new Date(now.getTime() - KEPT_MS)));
