import { asc, type SQL } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { channels } from '../db/schema.ts';

/** API records of the payment channels, in their order. */
export const channelRows = async (db: Db, where?: SQL) => {
  const rows = await db.select().from(channels).where(where).orderBy(asc(channels.priority), asc(channels.channelCode));
  return rows.map(({ name, channelCode, isOpen, priority, art }) => ({
    name,
    channel_code: channelCode,
    is_open: isOpen,
    priority,
    art,
  }));
};
