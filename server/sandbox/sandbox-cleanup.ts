import { lt } from 'drizzle-orm';
import { deleteInBatches } from '../db/batched-delete.ts';
import type { Db } from '../db/database.ts';
import { sandboxEvents, sandboxFaults } from '../db/schema.ts';

/** Longer test runs set their faults again. */
const RETENTION_MS = 7 * 24 * 3_600_000;

/** Deletes old analytics events and faults. */
export const deleteExpiredSandboxRows = async (db: Db, now: Date): Promise<void> => {
  const past = new Date(now.getTime() - RETENTION_MS);
  await deleteInBatches(db, sandboxEvents, lt(sandboxEvents.at, past));
  await deleteInBatches(db, sandboxFaults, lt(sandboxFaults.setAt, past));
};
