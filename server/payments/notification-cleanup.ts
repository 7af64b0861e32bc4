import { lt } from 'drizzle-orm';
import { deleteInBatches } from '../db/batched-delete.ts';
import type { Db } from '../db/database.ts';
import { notifications } from '../db/schema.ts';

/** Longer than the outbox keeps the job of a notification, so that a repeated notification never counts as new while its job exists. */
const RETENTION_MS = 60 * 24 * 3_600_000;

/** Unprocessed notifications stay: their jobs are still retried. */
export const deleteExpiredNotifications = (db: Db, now: Date): Promise<void> =>
  deleteInBatches(db, notifications, lt(notifications.processedAt, new Date(now.getTime() - RETENTION_MS)));
