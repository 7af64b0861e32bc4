import { sql } from 'drizzle-orm';
import { bigserial, check, index, jsonb, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import type { CodePurpose } from '../../src/contract/verification.contract.ts';

const zoned = { withTimezone: true, mode: 'date' } as const;

/**
 * The newest code of an e-mail address or phone number for one purpose. Both hashes are keyed: plain hashes of six digits or a phone
 * number could be reversed by brute force.
 */
export const verificationCodes = pgTable(
  'verification_codes',
  {
    purpose: text('purpose').$type<CodePurpose>().notNull(),
    targetHash: text('target_hash').notNull(),
    codeHash: text('code_hash').notNull(),
    tries: smallint('tries').notNull().default(0),
    expiresAt: timestamp('expires_at', zoned).notNull(),
    usedAt: timestamp('used_at', zoned),
  },
  (t) => [
    primaryKey({ columns: [t.purpose, t.targetHash] }),
    index('verification_codes_expires').on(t.expiresAt),
    check('verification_codes_purpose', sql`purpose in ('login', 'reset')`),
  ],
);

/** Messages that the sandbox would have sent by e-mail or SMS. */
export const sandboxMails = pgTable(
  'sandbox_mails',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    target: text('target').notNull(),
    purpose: text('purpose').$type<CodePurpose>().notNull(),
    code: text('code').notNull(),
    at: timestamp('at', zoned).notNull().defaultNow(),
  },
  (t) => [index('sandbox_mails_target').on(t.target, t.id), index('sandbox_mails_at').on(t.at)],
);

/** Analytics events received by the sandbox. `visit`: one load of the portal. */
export const sandboxEvents = pgTable(
  'sandbox_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    visit: text('visit').notNull(),
    name: text('name').notNull(),
    event: jsonb('event').$type<unknown>().notNull(),
    at: timestamp('at', zoned).notNull().defaultNow(),
  },
  (t) => [index('sandbox_events_visit').on(t.visit, t.id), index('sandbox_events_at').on(t.at)],
);
