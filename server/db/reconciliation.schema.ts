import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * Progress of each reconciliation sweep. `position`: the last checked row; empty: a cycle begins. `failures`: consecutive failures.
 * `started_at`: of the running cycle. `completed_at`: of the last complete one.
 */
export const reconciliationSweeps = pgTable('reconciliation_sweeps', {
  name: text('name').primaryKey(),
  position: text('position').notNull().default(''),
  failures: integer('failures').notNull().default(0),
  startedAt: at('started_at').notNull(),
  completedAt: at('completed_at'),
  nextAt: at('next_at').notNull(),
});

/**
 * Inconsistencies found by reconciliation. `subject_kind` and `key`: the checked row. `subject`: the order or user it concerns.
 * `seen_at`: when a sweep last found it. `confirmed_at`: it was still present a minute later and was reported; null: it may be work in
 * progress.
 */
export const reconciliationFindings = pgTable(
  'reconciliation_findings',
  {
    subjectKind: text('subject_kind').notNull(),
    key: text('key').notNull(),
    what: text('what').notNull(),
    subject: text('subject').notNull(),
    seenAt: at('seen_at').notNull(),
    confirmedAt: at('confirmed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.subjectKind, t.key, t.what] }),
    index('reconciliation_suspects').on(t.seenAt).where(sql`confirmed_at is null`),
  ],
);
