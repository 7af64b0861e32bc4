import { lt } from 'drizzle-orm';
import { deleteInBatches } from '../db/batched-delete.ts';
import type { Db } from '../db/database.ts';
import { idempotencyKeys } from '../db/schema.ts';

/** No portal retries with a key that is two days old. */
const RETENTION_MS = 48 * 3_600_000;

export const deleteExpiredKeys = (db: Db, now: Date): Promise<void> =>
  deleteInBatches(db, idempotencyKeys, lt(idempotencyKeys.createdAt, new Date(now.getTime() - RETENTION_MS)));
