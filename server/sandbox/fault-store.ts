import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Db } from '../db/database.ts';
import { sandboxFaults } from '../db/schema.ts';
import { statement } from '../db/statement.ts';
import { type Fault, type faultRequest, faultSchema } from './fault.types.ts';

/** One fault per browser and path; a new one replaces it. */
export const setFault = async (
  db: Db,
  { clientId, path, fault, times }: v.InferOutput<typeof faultRequest>,
): Promise<void> => {
  await db
    .insert(sandboxFaults)
    .values({ clientId, path, fault, remaining: times })
    .onConflictDoUpdate({
      target: [sandboxFaults.clientId, sandboxFaults.path],
      set: { fault, remaining: times, setAt: sql`now()` },
    });
};

export const clearFaults = async (db: Db, clientId: string): Promise<void> => {
  await db.delete(sandboxFaults).where(eq(sandboxFaults.clientId, clientId));
};

export const listFaults = (db: Db, clientId: string): Promise<(typeof sandboxFaults.$inferSelect)[]> =>
  db.select().from(sandboxFaults).where(eq(sandboxFaults.clientId, clientId)).orderBy(sandboxFaults.path);

const findFault = statement(
  {
    name: 'sandbox-fault',
    text: `select path from sandbox_faults where client_id = $1 and path in ($2, '*') and (remaining is null or remaining > 0)
   order by path desc limit 1`,
    readsByKey: true,
  },
  ([path]) => ({ path: String(path) }),
);

/** Claims one use of the fault for this path. A fault for the exact path takes precedence over one for all paths. */
export const claimFault = async (db: Db, clientId: string, path: string): Promise<Fault | null> => {
  const [row] = await findFault(db, [clientId, path]);
  if (!row) return null;
  const left = or(isNull(sandboxFaults.remaining), gt(sandboxFaults.remaining, 0));
  const mine = eq(sandboxFaults.clientId, clientId);
  const [taken] = await db
    .update(sandboxFaults)
    .set({ remaining: sql`${sandboxFaults.remaining} - 1` })
    .where(and(mine, eq(sandboxFaults.path, row.path), left))
    .returning({ fault: sandboxFaults.fault });
  return taken ? v.parse(faultSchema, taken.fault) : null;
};
