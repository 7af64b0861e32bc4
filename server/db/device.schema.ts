import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Devices that have logged in to an account. `device_hash` covers device and account, so the table identifies neither. */
export const loginDevices = pgTable(
  'login_devices',
  {
    deviceHash: text('device_hash').primaryKey(),
    seenAt: timestamp('seen_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [index('login_devices_seen').on(t.seenAt)],
);
