import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { orders } from './schema.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * Lines that this server has sent to the game, one row per order line. A trigger locks the order and rejects `sent_at` unless the order
 * is paid and not refunded. `sent_at`: the last attempt. `delivered_at`: the game confirmed the line. `refused_at`: the game refused the line, and
 * responded to every attempt. Both null: unknown.
 */
export const deliveryLines = pgTable(
  'delivery_lines',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.orderId),
    line: integer('line').notNull(),
    sentAt: at('sent_at').notNull(),
    deliveredAt: at('delivered_at'),
    refusedAt: at('refused_at'),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.line] })],
);
