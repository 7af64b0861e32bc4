import { desc, eq, getTableColumns } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { sandboxMails } from '../db/schema.ts';
import type { Messenger } from '../ports/messenger.ts';
import type { Clock } from '../runtime/context.ts';

const NEWEST = 20;
const { id: _, ...MAIL } = getTableColumns(sandboxMails);

export const sandboxMessenger =
  (db: Db, clock: Clock): Messenger =>
  async (message) => {
    await db.insert(sandboxMails).values({ ...message, at: clock.now() });
  };

/** Messages to an address or number, newest first; to all if `target` is empty. */
export const readMailbox = (db: Db, target: string) =>
  db
    .select(MAIL)
    .from(sandboxMails)
    .where(target === '' ? undefined : eq(sandboxMails.target, target))
    .orderBy(desc(sandboxMails.id))
    .limit(NEWEST);
