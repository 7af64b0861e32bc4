import { sql } from 'drizzle-orm';
import { RESEND_SECONDS } from '../../src/contract/verification.contract.ts';
import type { Tx } from '../db/database.ts';
import { attempts } from '../db/schema.ts';
import { bucketOf, type Cap, waitForCap } from '../kernel/attempts.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Advisory lock key: codes are admitted one at a time, so a burst cannot exceed a limit. */
const LOCK = 720_418_534;

/**
 * Limits guessing and SMS pumping fraud, which requests codes for ranges of numbers from many addresses. Numbers of one range differ in
 * their last four digits.
 */
const sharedCaps = (target: string, ip: string): readonly Cap[] => [
  { bucket: bucketOf('code-address', ip), times: 30, windowMs: HOUR_MS },
  ...(target.startsWith('+')
    ? [{ bucket: bucketOf('code-prefix', target.slice(0, -4)), times: 30, windowMs: HOUR_MS }]
    : []),
  { bucket: 'code-global', times: 3_000, windowMs: HOUR_MS },
];

const ownCaps = (target: string): readonly Cap[] => {
  const bucket = bucketOf('code-target', target);
  return [
    { bucket, times: 1, windowMs: RESEND_SECONDS * 1_000 },
    { bucket, times: 10, windowMs: DAY_MS },
  ];
};

/**
 * Counts one request for a code and returns how long it must wait (ms; 0: send it now). A request for an unknown target counts against
 * the caller alone.
 */
export const admitCode = async (
  tx: Tx,
  {
    target,
    ip,
    isKnown,
    now,
  }: { readonly target: string; readonly ip: string; readonly isKnown: boolean; readonly now: Date },
): Promise<number> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
  const shared = sharedCaps(target, ip);
  const own = isKnown ? ownCaps(target) : [];
  let wait = 0;
  for (const cap of [...shared, ...own]) wait = Math.max(wait, await waitForCap(tx, cap, now));
  if (wait > 0) return wait;
  const buckets = [...new Set([...shared, ...own].map(({ bucket }) => bucket))];
  await tx.insert(attempts).values(buckets.map((bucket) => ({ bucket, at: now })));
  return 0;
};
