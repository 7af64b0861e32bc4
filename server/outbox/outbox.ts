import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { type JobKind, outbox } from '../db/schema.ts';
import { storableText } from '../runtime/storable-json.ts';

export type Job = typeof outbox.$inferSelect;

/** `committed`: the handler has finished it in its own transaction. `again`: it is due at `dueAt`, as if it had not been tried. */
export type JobResult = { readonly kind: 'done' | 'committed' } | { readonly kind: 'again'; readonly dueAt: Date };

/** A job may run twice, even at the same time. A rejection postpones it. */
export type JobHandlers<Kind extends JobKind = JobKind> = Readonly<Record<Kind, (job: Job) => Promise<JobResult>>>;

export type NewJob = Pick<Job, 'kind' | 'subject' | 'payload' | 'traceId'> & { readonly dueAt: Date };

/** Jobs of a dead worker are free after this time. A running worker renews its leases. */
const LEASE_MS = 3_000;
export const HEARTBEAT_MS = 1_000;

/** At most one job per kind and subject is ever stored; duplicates are ignored. */
export const enqueue = async (tx: Db, jobs: readonly NewJob[], at: Date): Promise<void> => {
  if (!jobs.length) return;
  await tx
    .insert(outbox)
    .values(jobs.map((job) => ({ ...job, createdAt: at })))
    .onConflictDoNothing();
};

/**
 * Claims due jobs without a lease, of all kinds or of `kinds`. Jobs of a dead worker are due again when their leases end; jobs of a slow
 * one may then run twice at the same time, which every handler allows.
 */
export const claimJobs = async (
  db: Db,
  now: Date,
  limit: number,
  { owner = randomUUID(), kinds }: { readonly owner?: string; readonly kinds?: readonly JobKind[] } = {},
): Promise<Job[]> => {
  const free = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isNull(outbox.doneAt),
        lte(outbox.dueAt, now),
        or(isNull(outbox.leasedUntil), lt(outbox.leasedUntil, now)),
        kinds ? inArray(outbox.kind, [...kinds]) : undefined,
      ),
    )
    .orderBy(asc(outbox.dueAt), asc(outbox.id))
    .limit(limit)
    .for('update', { skipLocked: true });
  return db
    .update(outbox)
    .set({ leasedUntil: new Date(now.getTime() + LEASE_MS), leaseOwner: owner, tries: sql`${outbox.tries} + 1` })
    .where(inArray(outbox.id, free))
    .returning();
};

/** Renews the leases of claimed jobs. A job that another worker has taken over stays with it. */
export const renewLeases = async (db: Db, owner: string, ids: readonly number[], now: Date): Promise<void> => {
  await db
    .update(outbox)
    .set({ leasedUntil: new Date(now.getTime() + LEASE_MS) })
    .where(and(inArray(outbox.id, [...ids]), eq(outbox.leaseOwner, owner), isNull(outbox.doneAt)));
};

/** Gives up claimed jobs, so that another worker may claim them immediately. */
export const releaseLeases = async (db: Db, owner: string, ids: readonly number[]): Promise<void> => {
  if (!ids.length) return;
  await db
    .update(outbox)
    .set({ leasedUntil: null })
    .where(and(inArray(outbox.id, [...ids]), eq(outbox.leaseOwner, owner), isNull(outbox.doneAt)));
};

/** Whether the worker that claimed the job still owns it. */
const isOwned = ({ id, leaseOwner }: Job) =>
  and(
    eq(outbox.id, id),
    isNull(outbox.doneAt),
    leaseOwner === null ? isNull(outbox.leaseOwner) : eq(outbox.leaseOwner, leaseOwner),
  );

export const finishJob = async (tx: Db, id: number, at: Date, note: string | null = null): Promise<void> => {
  await tx.update(outbox).set({ doneAt: at, leasedUntil: null, lastError: note }).where(eq(outbox.id, id));
};

/** Makes the job due at `dueAt`, as if it had not been tried. */
export const rescheduleJob = async (db: Db, job: Job, dueAt: Date): Promise<void> => {
  await db.update(outbox).set({ dueAt, leasedUntil: null, tries: 0 }).where(isOwned(job));
};

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 8 * 3_600_000;

/** 1 s, 2 s, 4 s … 8 h. `tries` counts from 1. */
export const backOffMs = (tries: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 30), LONGEST_PAUSE_MS);

/** Makes the job due again after a delay that doubles with each try. */
export const postponeJob = async (db: Db, job: Job, at: Date, why: string): Promise<void> => {
  const dueAt = new Date(at.getTime() + backOffMs(job.tries));
  await db
    .update(outbox)
    .set({ dueAt, leasedUntil: null, lastError: storableText(why).slice(0, 500) })
    .where(isOwned(job));
};

/** Frees all leases. PGlite has one process, so they belong to a process that has ended. */
export const releaseJobs = async (db: Db): Promise<void> => {
  await db.update(outbox).set({ leasedUntil: null }).where(isNull(outbox.doneAt));
};

const sleepers = new WeakMap<Db, Set<() => void>>();

/** Calls `listener` whenever this process has committed work. Returns the unsubscribe function. */
export const onWake = (db: Db, listener: () => void): (() => void) => {
  const listeners = sleepers.get(db) ?? new Set();
  sleepers.set(db, listeners.add(listener));
  return () => listeners.delete(listener);
};

/** Call it after a commit that added jobs. Other processes find them when they poll. */
export const wakeWorker = (db: Db): void => {
  for (const listener of sleepers.get(db) ?? []) listener();
};
