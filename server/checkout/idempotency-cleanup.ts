import { lt } from 'drizzle-orm';
import { INTENT_LIFETIME_MS } from '../../src/contract/retention.ts';
import { deleteInBatches } from '../db/batched-delete.ts';
import type { Db } from '../db/database.ts';
import { idempotencyKeys } from '../db/schema.ts';

/** Longer than a portal retries with a key. */
const RETENTION_MS = 2 * INTENT_LIFETIME_MS;

export const deleteExpiredKeys = (db: Db, now: Date): Promise<void> =>
  deleteInBatches(db, idempotencyKeys, lt(idempotencyKeys.createdAt, new Date(now.getTime() - RETENTION_MS)));
