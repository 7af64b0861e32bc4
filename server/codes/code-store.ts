import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { CodePurpose } from '../../src/contract/verification.contract.ts';
import type { Db } from '../db/database.ts';
import { verificationCodes } from '../db/schema.ts';
import type { Config } from '../runtime/config.ts';
import type { AppContext } from '../runtime/context.ts';

export const CODE_SECONDS = 600;
const MAX_TRIES = 5;

/**
 * A code is valid in the browser that requested it, until the password of the account changes. `target`: an e-mail address in lower case,
 * or a phone number in E.164. `clientId`: of the browser, or ''. `passwordHash`: the current one of the account, or '' if there is none.
 */
export type CodeSubject = {
  readonly purpose: CodePurpose;
  readonly target: string;
  readonly clientId: string;
  readonly passwordHash: string;
};

const keyed = ({ codeSecret }: Config, ...parts: readonly string[]): string =>
  createHmac('sha256', codeSecret).update(JSON.stringify(parts)).digest('base64url');

const hashesOf = (config: Config, { purpose, target, clientId, passwordHash }: CodeSubject, code: string) => ({
  targetHash: keyed(config, 'code-target', target, clientId),
  codeHash: keyed(config, 'code', purpose, target, clientId, passwordHash, code),
});

/** Issues six digits, valid for ten minutes and five tries. They replace the previous code of this browser. */
export const issueCode = async (
  { config }: Pick<AppContext, 'config'>,
  db: Db,
  subject: CodeSubject,
  now: Date,
): Promise<string> => {
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const { targetHash, codeHash } = hashesOf(config, subject, code);
  const fresh = { codeHash, tries: 0, expiresAt: new Date(now.getTime() + CODE_SECONDS * 1_000), usedAt: null };
  await db
    .insert(verificationCodes)
    .values({ purpose: subject.purpose, targetHash, ...fresh })
    .onConflictDoUpdate({ target: [verificationCodes.purpose, verificationCodes.targetHash], set: fresh });
  return code;
};

/** A code that the player entered correctly. */
export type CorrectCode = { readonly purpose: CodePurpose; readonly targetHash: string; readonly codeHash: string };

const isUnused = ({ purpose, targetHash }: Omit<CorrectCode, 'codeHash'>) =>
  and(
    eq(verificationCodes.purpose, purpose),
    eq(verificationCodes.targetHash, targetHash),
    isNull(verificationCodes.usedAt),
  );
const isUnusedCode = (code: CorrectCode) => and(isUnused(code), eq(verificationCodes.codeHash, code.codeHash));

/**
 * Checks a code; null if it is wrong. Each guess is counted before the comparison, so parallel guesses are limited to five as well; a correct
 * one is not counted in the end. Call it outside a transaction, because a rollback would undo the count.
 */
export const checkCode = async (
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  { code, now, ...subject }: CodeSubject & { readonly code: string; readonly now: Date },
): Promise<CorrectCode | null> => {
  const { targetHash, codeHash } = hashesOf(config, subject, code);
  const correct: CorrectCode = { purpose: subject.purpose, targetHash, codeHash };
  const [guessed] = await db
    .update(verificationCodes)
    .set({ tries: sql`${verificationCodes.tries} + 1` })
    .where(and(isUnused(correct), gt(verificationCodes.expiresAt, now), lt(verificationCodes.tries, MAX_TRIES)))
    .returning({ codeHash: verificationCodes.codeHash });
  if (!guessed || !timingSafeEqual(Buffer.from(guessed.codeHash), Buffer.from(codeHash))) return null;
  await db
    .update(verificationCodes)
    .set({ tries: sql`${verificationCodes.tries} - 1` })
    .where(isUnusedCode(correct));
  return correct;
};

/** Voids a correct code in the transaction that it authorizes, so that it stays valid if the transaction fails. False if it is already void. */
export const spendCode = async (tx: Db, correct: CorrectCode, now: Date): Promise<boolean> => {
  const used = await tx
    .update(verificationCodes)
    .set({ usedAt: now })
    .where(isUnusedCode(correct))
    .returning({ purpose: verificationCodes.purpose });
  return used.length === 1;
};
