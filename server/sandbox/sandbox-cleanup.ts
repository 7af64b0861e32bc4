import { lt } from 'drizzle-orm';
import { deleteInBatches } from '../db/batched-delete.ts';
import { sandboxEvents } from '../db/code.schema.ts';
import type { Db } from '../db/database.ts';
import { sandboxFaults } from '../db/schema.ts';

/** A test plan that takes longer sets its faults again. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** Received analytics and faults of browsers. */
export const forgetSandbox = async (db: Db, now: Date): Promise<void> => {
  const past = new Date(now.getTime() - KEPT_MS);
  await deleteInBatches(db, sandboxEvents, lt(sandboxEvents.at, past));
  await deleteInBatches(db, sandboxFaults, lt(sandboxFaults.setAt, past));
};
