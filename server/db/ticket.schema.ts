import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from './schema.ts';

/** Tickets that open an external page in a player's name. `ticket_hash`: SHA-256; the ticket itself is never stored. */
export const tickets = pgTable(
  'tickets',
  {
    ticketHash: text('ticket_hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.userId),
    expiresAt: timestamp('expires_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [index('tickets_user').on(t.userId), index('tickets_expires').on(t.expiresAt)],
);
