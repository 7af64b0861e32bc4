import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { reconciliationFindings, reconciliationSweeps } from '../db/schema.ts';
import { type PaymentServices, paymentServices } from '../payments/registry.ts';
import type { StartWorker } from '../runtime/context.ts';
import { repeat } from '../runtime/interval.ts';
import { deleteResolvedFindings, noteFindings, reportFinding } from './reconciliation-findings.ts';
import type { CheckResult, Finding } from './reconciliation-rules.ts';
import { type Sweep, sweepsOf } from './reconciliation-sweeps.ts';
import { runInOneProcess } from './single-runner.ts';

/** How often each process tries to run the next slice. */
const CHECK_INTERVAL_MS = 10_000;
const TASK = { intervalMs: CHECK_INTERVAL_MS - 1_000, retryMs: 60_000 } as const;
/** Chunks per slice of a task; the database rests between slices. */
const CHUNKS = 40;
/** A finding may be work in progress. It is reported if it is still present after this time. */
const CONFIRM_AFTER_MS = 60_000;
const SUSPECTS = 200;
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;

type Progress = typeof reconciliationSweeps.$inferSelect;

const after = (since: Date, ms: number): Date => new Date(since.getTime() + ms);

/** 1 min, 2 min, 4 min … 1 h. */
const pauseMs = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS);

const ensureRows = async ({ context: { db, clock } }: PaymentServices, sweeps: readonly Sweep[]): Promise<void> => {
  const now = clock.now();
  await db
    .insert(reconciliationSweeps)
    .values(sweeps.map(({ name }) => ({ name, startedAt: now, nextAt: now })))
    .onConflictDoNothing();
};

/** The due sweep with the longest wait. */
const nextDue = async (
  { context: { db, clock } }: PaymentServices,
  sweeps: readonly Sweep[],
): Promise<{ readonly sweep: Sweep; readonly progress: Progress } | null> => {
  const names = sweeps.map(({ name }) => name);
  const [progress] = await db
    .select()
    .from(reconciliationSweeps)
    .where(and(inArray(reconciliationSweeps.name, names), lte(reconciliationSweeps.nextAt, clock.now())))
    .orderBy(asc(reconciliationSweeps.nextAt), asc(reconciliationSweeps.name))
    .limit(1);
  const sweep = sweeps.find(({ name }) => name === progress?.name);
  return sweep && progress ? { sweep, progress } : null;
};

/** Checks one chunk and stores the progress together with the findings. */
const advance = async (services: PaymentServices, sweep: Sweep, progress: Progress): Promise<void> => {
  const { db, clock, log, metrics } = services.context;
  const { name, position, failures } = progress;
  const limit = Math.max(1, Math.trunc(sweep.limit / 2 ** failures));
  const startedAt = position === '' || !sweep.startsOver ? clock.now() : progress.startedAt;
  const chunk = await sweep.read(position, limit);
  const checked = await sweep.check(chunk.keys, failures > 0);
  const now = clock.now();
  const next = {
    position: chunk.isLast && sweep.startsOver ? '' : chunk.position,
    nextAt: chunk.isLast ? after(startedAt, sweep.intervalMs) : now,
    ...(chunk.isLast && { completedAt: now }),
  };
  const repeated = await db.transaction(async (tx) => {
    const again = await noteFindings(tx, sweep.subjectKind, checked, now);
    if (chunk.isLast && sweep.startsOver) await deleteResolvedFindings(tx, sweep.subjectKind, startedAt);
    await tx
      .update(reconciliationSweeps)
      .set({ ...next, startedAt, failures: 0 })
      .where(and(eq(reconciliationSweeps.name, name), eq(reconciliationSweeps.position, position)));
    return again;
  });
  for (const { key, error } of checked.unchecked)
    log.warn(
      { sweep: name, orderId: key, traceId: chunk.traceIds?.get(key), err: error },
      'the provider does not report an order; its findings stay',
    );
  for (const one of repeated) await reportFinding(services.context, one);
  metrics.count('reconciliation_chunks');
  if (!chunk.isLast || !sweep.startsOver) return;
  metrics.count('reconciliation_cycles');
  log.info({ sweep: name, ms: now.getTime() - startedAt.getTime() }, 'reconciliation finished a cycle');
};

const recordFailure = async ({ context }: PaymentServices, progress: Progress, error: unknown): Promise<void> => {
  const { db, clock, log, metrics } = context;
  const { name } = progress;
  const failures = progress.failures + 1;
  metrics.count('reconciliation_failures');
  log.error({ sweep: name, failures, err: error }, 'a reconciliation sweep failed and will continue later');
  const nextAt = after(clock.now(), pauseMs(failures));
  await db.update(reconciliationSweeps).set({ failures, nextAt }).where(eq(reconciliationSweeps.name, name));
};

/** Rechecks findings that are a minute old: reports those still present, deletes the rest, and stores new findings of the same rows. */
const confirmFindings = async (services: PaymentServices, sweeps: readonly Sweep[]): Promise<void> => {
  const { db, clock, log } = services.context;
  const now = clock.now();
  // Findings of a provider that is no longer configured cannot be checked, and must not take the place of others.
  const kinds = sweeps.map((sweep) => sweep.subjectKind);
  const suspects = await db
    .select()
    .from(reconciliationFindings)
    .where(
      and(
        isNull(reconciliationFindings.confirmedAt),
        lte(reconciliationFindings.seenAt, after(now, -CONFIRM_AFTER_MS)),
        inArray(reconciliationFindings.subjectKind, kinds),
      ),
    )
    .orderBy(asc(reconciliationFindings.seenAt))
    .limit(SUSPECTS);
  for (const subjectKind of new Set(suspects.map((one) => one.subjectKind))) {
    const mine = suspects.filter((one) => one.subjectKind === subjectKind);
    const check = sweeps.find((sweep) => sweep.subjectKind === subjectKind)?.check;
    if (!check) continue;
    let checked: CheckResult;
    try {
      checked = await check([...new Set(mine.map(({ key }) => key))]);
    } catch (error) {
      log.warn({ subjectKind, err: error }, 'reconciliation findings could not be rechecked');
      await db
        .update(reconciliationFindings)
        .set({ seenAt: now })
        .where(and(eq(reconciliationFindings.subjectKind, subjectKind), isNull(reconciliationFindings.confirmedAt)));
      continue;
    }
    const isSuspect = ({ key, what }: Finding): boolean => mine.some((one) => one.key === key && one.what === what);
    const others = { findings: checked.findings.filter((one) => !isSuspect(one)), unchecked: [] };
    const repeated = await db.transaction((tx) => noteFindings(tx, subjectKind, others, now));
    for (const one of repeated) await reportFinding(services.context, one);
    for (const { key, what, subject } of mine) {
      const isSame = and(
        eq(reconciliationFindings.subjectKind, subjectKind),
        eq(reconciliationFindings.key, key),
        eq(reconciliationFindings.what, what),
      );
      if (checked.findings.some((one) => one.key === key && one.what === what)) {
        await db.update(reconciliationFindings).set({ confirmedAt: now }).where(isSame);
        await reportFinding(services.context, { subject, what });
      } else if (checked.unchecked.some((one) => one.key === key))
        await db.update(reconciliationFindings).set({ seenAt: now }).where(isSame);
      else await db.delete(reconciliationFindings).where(isSame);
    }
  }
};

/**
 * Runs one slice of one task or of all tasks: due sweeps, up to a bounded number of chunks. It writes only to its own two tables. A failed
 * sweep continues at the same position after a pause, with smaller chunks, and does not delay the others.
 */
export const reconcileSlice = async (
  services: PaymentServices,
  signal: AbortSignal,
  { chunks = CHUNKS, task }: { readonly chunks?: number; readonly task?: string } = {},
): Promise<void> => {
  const sweeps = sweepsOf(services).filter((sweep) => task === undefined || sweep.task === task);
  await ensureRows(services, sweeps);
  await confirmFindings(services, sweeps);
  for (let done = 0; done < chunks && !signal.aborted; done += 1) {
    const due = await nextDue(services, sweeps);
    if (!due) return;
    try {
      await advance(services, due.sweep, due.progress);
    } catch (error) {
      await recordFailure(services, due.progress, error);
    }
  }
};

/** The end of the last complete cycle of the slowest sweep. null: not known yet. */
const readOldest = async (services: PaymentServices): Promise<Date | null> => {
  const names = sweepsOf(services).map(({ name }) => name);
  const { completedAt, startedAt } = reconciliationSweeps;
  const [row] = await services.context.db
    .select({ at: sql<Date | null>`min(coalesce(${completedAt}, ${startedAt}))`.mapWith(startedAt) })
    .from(reconciliationSweeps)
    .where(inArray(reconciliationSweeps.name, names));
  return row?.at ?? null;
};

/** Runs reconciliation continuously in small slices, each task in one of the processes that share the database. */
export const startReconciliation: StartWorker = (context) => {
  const { clock, log, metrics } = context;
  const services = paymentServices(context);
  const stopping = new AbortController();
  let oldest: Date | null = null;
  const running = new Map<string, Promise<void>>();
  metrics.gauge('reconciliation_age_seconds', () =>
    oldest === null ? null : (clock.now().getTime() - oldest.getTime()) / 1_000,
  );
  const orReport = async (run: () => Promise<void>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      metrics.count('reconciliation_failures');
      log.error({ err: error }, 'reconciliation failed');
    }
  };
  const runTask = async (task: string): Promise<void> => {
    await runInOneProcess(context, { ...TASK, name: task }, (lost) =>
      reconcileSlice(services, AbortSignal.any([lost, stopping.signal]), { task }),
    );
    oldest = await readOldest(services);
  };
  const startDue = async (): Promise<void> => {
    const tasks = new Set(sweepsOf(services).map(({ task }) => task));
    for (const task of tasks) {
      if (running.has(task) || stopping.signal.aborted) continue;
      running.set(
        task,
        orReport(() => runTask(task)).finally(() => running.delete(task)),
      );
    }
  };
  const starts = repeat(CHECK_INTERVAL_MS, () => orReport(startDue));
  return {
    stop: async () => {
      stopping.abort();
      await starts.stop();
      await Promise.all(running.values());
    },
  };
};
