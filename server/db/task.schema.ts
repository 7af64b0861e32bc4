import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** One row per periodic task of the cluster. `owner` runs it until `leased_until`; it is due at `next_at`. */
export const periodicTasks = pgTable('periodic_tasks', {
  name: text('name').primaryKey(),
  owner: text('owner'),
  leasedUntil: at('leased_until'),
  nextAt: at('next_at').notNull(),
});
