import { lt } from 'drizzle-orm';
import { deleteInBatches } from '../db/batched-delete.ts';
import type { Db } from '../db/database.ts';
import { notifications } from '../db/schema.ts';

/** Longer than the outbox remembers the job of a notification, so that a repeated one is never taken for new while its job is known. */
const KEPT_MS = 60 * 24 * 3_600_000;

/** One that was not processed stays: its job is still being tried. */
export const forgetNotifications = (db: Db, now: Date): Promise<void> =>
  deleteInBatches(db, notifications, lt(notifications.processedAt, new Date(now.getTime() - KEPT_MS)));
