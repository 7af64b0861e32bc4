import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * How far each sweep of the reconciliation has come. `position`: the last row it has checked; empty: a cycle begins. `failures`: in a row.
 * `started_at` and `completed_at`: of the running cycle and of the last complete one.
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
 * What does not fit together. `subject_kind` and `key`: the row that was checked; `subject`: the order or user it concerns. `seen_at`: the
 * last time a sweep met it. `confirmed_at`: it was still there a minute later and was reported; null: it may be work in progress.
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
