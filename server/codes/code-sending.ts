import { sql } from 'drizzle-orm';
import { isPhoneNumber } from '../../machines/session/contact.rules.ts';
import { RESEND_SECONDS } from '../../src/contract/verification.contract.ts';
import type { Tx } from '../db/database.ts';
import { type Cap, capWaitMs, keyedBucketOf, recordAttempts } from '../runtime/attempts.ts';
import { CODE, type Denial, denied } from '../runtime/codes.ts';
import type { Config } from '../runtime/config.ts';
import type { AppContext } from '../runtime/context.ts';
import { withTimeout } from '../runtime/timeout.ts';
import { type CodeSubject, issueCode } from './code-store.ts';

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

/** `recipient` null: there is no such account, and no message will be sent. */
export type CodeRequest = Omit<CodeSubject, 'passwordHash'> & {
  readonly recipient: CodeRecipient | null;
  readonly ip: string;
  readonly now: Date;
};

const ownCaps = (bucket: string): readonly Cap[] => [
  { bucket, times: 1, windowMs: RESEND_SECONDS * 1_000 },
  { bucket, times: 10, windowMs: DAY_MS },
];

/** The second limit counts all known devices of the account, because each login can make another one known. */
const deviceCaps = (config: Config, target: string, device: string): readonly Cap[] => [
  ...ownCaps(keyedBucketOf(config, 'code-device', JSON.stringify([target, device]))),
  { bucket: keyedBucketOf(config, 'code-devices', target), times: 30, windowMs: DAY_MS },
];

/** Against SMS pumping fraud: codes for a range of numbers, which differ in their last four digits, requested from many addresses. */
const strangerCaps = (config: Config, target: string): readonly Cap[] => [
  ...(isPhoneNumber(target)
    ? [{ bucket: keyedBucketOf(config, 'code-prefix', target.slice(0, -4)), times: 30, windowMs: HOUR_MS }]
    : []),
  { bucket: 'code-global', times: 3_000, windowMs: HOUR_MS },
  ...ownCaps(keyedBucketOf(config, 'code-target', target)),
];

/** Many players share an address, so a known device is limited by its account alone, and unknown accounts use up no limit of others. */
const capsOf = (config: Config, { target, ip, recipient }: CodeRequest): readonly Cap[] => {
  if (!recipient)
    return [{ bucket: keyedBucketOf(config, 'code-unknown', ip), times: UNKNOWN_PER_ADDRESS, windowMs: HOUR_MS }];
  if (recipient.device !== null) return deviceCaps(config, target, recipient.device);
  const bucket = keyedBucketOf(config, 'code-address', ip);
  return [{ bucket, times: config.codesPerAddress, windowMs: HOUR_MS }, ...strangerCaps(config, target)];
};

/** Counts one request for a code and returns how long it must wait (ms; 0: send it now). */
const admitCode = async (config: Config, tx: Tx, request: CodeRequest): Promise<number> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
  const caps = capsOf(config, request);
  let wait = 0;
  for (const cap of caps) wait = Math.max(wait, await capWaitMs(tx, cap, request.now));
  if (wait > 0) return wait;
  await recordAttempts(tx, [...new Set(caps.map(({ bucket }) => bucket))], request.now);
  return 0;
};

export type CodeOutcome = { readonly ok: true } | Denial;

/**
 * Reports unknown accounts, as the specification's messages do. Both replies are rate limited. A failure of the messenger stays here: outside
 * the sandbox it says nothing about the database.
 */
export const sendCode = async (context: AppContext, request: CodeRequest): Promise<CodeOutcome> => {
  const { target, purpose, recipient, now } = request;
  const messenger = context.ports.messenger(context);
  if (!messenger) {
    context.log.error('verification codes cannot be sent: no messenger is configured');
    return denied(CODE.systemBusy);
  }
  const issued = await context.db.transaction(async (tx) => {
    const waitMs = await admitCode(context.config, tx, request);
    if (waitMs > 0) return denied(CODE.codeTooFrequent, waitMs);
    if (!recipient) return denied(isPhoneNumber(target) ? CODE.accountNotFoundMobile : CODE.accountNotFoundEmail);
    const subject = { ...request, passwordHash: recipient.passwordHash };
    return { ok: true, code: await issueCode(context, tx, subject, now) } as const;
  });
  if (!issued.ok) return issued;
  try {
    await withTimeout(messenger({ target, purpose, code: issued.code }), 'the messenger');
  } catch (error) {
    context.log.error({ err: error }, 'a verification code could not be sent');
    return denied(CODE.systemBusy);
  }
  context.metrics.count('codes_sent');
  return { ok: true };
};
