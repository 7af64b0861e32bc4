import { sql } from 'drizzle-orm';
import { isPhoneNumber } from '../../machines/session/contact.rules.ts';
import { RESEND_SECONDS } from '../../src/contract/verification.contract.ts';
import type { Tx } from '../db/database.ts';
import { attempts } from '../db/schema.ts';
import { type Cap, capWaitMs, keyedBucketOf } from '../runtime/attempts.ts';
import type { Config } from '../runtime/config.ts';
import type { AppContext } from '../runtime/context.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Requests of one address for accounts that do not exist, in an hour. */
const UNKNOWN_PER_ADDRESS = 30;
/** Advisory lock key: codes are admitted one at a time, so a burst cannot exceed a limit. */
const LOCK = 720_418_534;

/**
 * The account that a code is requested for. `device`: null unless the browser has logged in to the account before. A known device has
 * limits of its own, so strangers cannot use up its codes. `passwordHash`: the current one of the account.
 */
export type CodeRecipient = { readonly device: string | null; readonly passwordHash: string };

const ownCaps = (bucket: string): readonly Cap[] => [
  { bucket, times: 1, windowMs: RESEND_SECONDS * 1_000 },
  { bucket, times: 10, windowMs: DAY_MS },
];

/** The second limit counts all known devices of the account, because each login can make another one known. */
const deviceCaps = (config: Config, target: string, device: string): readonly Cap[] => [
  ...ownCaps(keyedBucketOf(config, 'code-device', JSON.stringify([target, device]))),
  { bucket: keyedBucketOf(config, 'code-devices', target), times: 30, windowMs: DAY_MS },
];

/**
 * The shared limits stop SMS pumping fraud, which requests codes for ranges of numbers from many addresses. Numbers of one range differ
 * in their last four digits.
 */
const strangerCaps = (config: Config, target: string): readonly Cap[] => [
  ...(isPhoneNumber(target)
    ? [{ bucket: keyedBucketOf(config, 'code-prefix', target.slice(0, -4)), times: 30, windowMs: HOUR_MS }]
    : []),
  { bucket: 'code-global', times: 3_000, windowMs: HOUR_MS },
  ...ownCaps(keyedBucketOf(config, 'code-target', target)),
];

type CodeAdmission = {
  readonly target: string;
  readonly ip: string;
  /** null: there is no such account, and no message will be sent. */
  readonly recipient: CodeRecipient | null;
  readonly now: Date;
};

/**
 * Many players share an address: behind it, a known device is limited by its account alone, and requests for unknown accounts do not use up
 * those of others.
 */
const capsOf = (config: Config, { target, ip, recipient }: CodeAdmission): readonly Cap[] => {
  if (!recipient)
    return [{ bucket: keyedBucketOf(config, 'code-unknown', ip), times: UNKNOWN_PER_ADDRESS, windowMs: HOUR_MS }];
  if (recipient.device !== null) return deviceCaps(config, target, recipient.device);
  const bucket = keyedBucketOf(config, 'code-address', ip);
  return [{ bucket, times: config.codesPerAddress, windowMs: HOUR_MS }, ...strangerCaps(config, target)];
};

/** Counts one request for a code and returns how long it must wait (ms; 0: send it now). */
export const admitCode = async (
  { config }: Pick<AppContext, 'config'>,
  tx: Tx,
  admission: CodeAdmission,
): Promise<number> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
  const { now } = admission;
  const caps = capsOf(config, admission);
  let wait = 0;
  for (const cap of caps) wait = Math.max(wait, await capWaitMs(tx, cap, now));
  if (wait > 0) return wait;
  const buckets = [...new Set(caps.map(({ bucket }) => bucket))];
  await tx.insert(attempts).values(buckets.map((bucket) => ({ bucket, at: now })));
  return 0;
};
