import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { periodicTasks } from '../db/schema.ts';
import type { AppContext } from '../runtime/context.ts';
import { repeat } from '../runtime/interval.ts';

/** `intervalMs`: from one start to the next. `retryMs`: from a failed run to the next one. */
export type PeriodicTask = { readonly name: string; readonly intervalMs: number; readonly retryMs: number };

/** Another process takes over this long after the owner's last heartbeat. */
const LEASE_MS = 30_000;
const HEARTBEAT_MS = 10_000;

/** Runs `task` if it is due and no other process runs it; false: it did not run. The signal aborts when another process takes over. */
export const runInOneProcess = async (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { name, intervalMs, retryMs }: PeriodicTask,
  task: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> => {
  const owner = randomUUID();
  const startedAt = clock.now();
  const after = (since: Date, ms: number): Date => new Date(since.getTime() + ms);
  const lease = { owner, leasedUntil: after(startedAt, LEASE_MS) };
  const taken = await db
    .insert(periodicTasks)
    .values({ name, ...lease, nextAt: startedAt })
    .onConflictDoUpdate({
      target: periodicTasks.name,
      set: lease,
      setWhere: sql`${periodicTasks.nextAt} <= ${startedAt} and coalesce(${periodicTasks.leasedUntil} <= ${startedAt}, true)`,
    })
    .returning({ name: periodicTasks.name });
  if (!taken.length) return false;

  const mine = and(eq(periodicTasks.name, name), eq(periodicTasks.owner, owner));
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    const leasedUntil = after(clock.now(), LEASE_MS);
    const renewed = await db
      .update(periodicTasks)
      .set({ leasedUntil })
      .where(mine)
      .returning({ name: periodicTasks.name });
    if (!renewed.length) lost.abort();
  };
  // The next heartbeat makes up for a failed one; the lease outlasts two.
  const heartbeat = repeat(HEARTBEAT_MS, () => renew().catch(() => undefined));
  const release = async (nextAt: Date): Promise<void> => {
    void heartbeat.stop();
    await db.update(periodicTasks).set({ owner: null, leasedUntil: null, nextAt }).where(mine);
  };
  try {
    await task(lost.signal);
  } catch (error) {
    // The error of the task matters more than an error of the release; the lease expires.
    await release(after(clock.now(), retryMs)).catch(() => undefined);
    throw error;
  }
  await release(after(startedAt, intervalMs));
  return true;
};
