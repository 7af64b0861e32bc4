import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Db } from '../db/database.ts';
import { statusCodes } from '../db/order-status.column.ts';
import { logFailure } from '../db/outage-log.ts';
import { JOB_KINDS } from '../db/schema.ts';
import { RECHECK_MS } from '../orders/order-settlement.ts';
import type { StartWorker } from '../runtime/context.ts';
import { repeat } from '../runtime/interval.ts';

const READ_INTERVAL_MS = 15_000;
/** After this time without a reading the values are left out, and the database counts as unavailable. */
const STALE_MS = 60_000;
/** Maximum number of counted rows, so that the cost of a reading is bounded. */
const MAX_ROWS = 10_000;

const PENDING = sql.raw(statusCodes('pending'));
const PAID = sql.raw(statusCodes('paid'));

/** Rows of one group, and the age of the oldest in seconds. */
type Queue = { readonly count: number; readonly ageSeconds: number };

/**
 * The waiting work of all processes. `jobs`: due jobs by kind. `paid`: orders whose delivery has not ended; an order whose delivery ended with
 * a refund is among `refunds`. `unchecked`: orders past their deadline, aged from the time when a process
 * should have checked them. `refunds`: unfinished ones, due or not, aged from the time when they were queued. `findings`: by the kind of
 * checked row, such as `order`.
 */
export type Backlog = {
  readonly jobs: ReadonlyMap<string, Queue>;
  readonly paid: Queue;
  readonly pastDeadline: Queue;
  readonly unchecked: Queue;
  readonly refunds: Queue;
  readonly findings: ReadonlyMap<string, number>;
};

const queryResult = v.object({
  rows: v.array(v.object({ part: v.string(), name: v.string(), count: v.number(), age: v.number() })),
});

const FINDING_KINDS = ['order', 'transaction', 'balance', 'payment'];

/** Reads at most `MAX_ROWS` index entries for each part; `count` ends there. */
export const readBacklog = async (db: Db, now: Date): Promise<Backlog> => {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = v.parse(
    queryResult,
    await db.execute(sql`
      select 'jobs' as part, kind as name, count(*)::int as count,
          extract(epoch from ${at} - min(due_at))::float8 as age
        from (select kind, due_at from outbox where done_at is null and due_at <= ${at} order by due_at limit ${MAX_ROWS}) due
        group by kind
      union all select 'paid', '', count(*)::int, coalesce(extract(epoch from ${at} - min(since)), 0)::float8
        from (select coalesce(moved_at, created_at) as since from orders
          where status = ${PAID}
            and not exists (select from outbox where kind = 'deliver' and subject = order_id and done_at is not null)
          order by expires_at limit ${MAX_ROWS}) paid
      union all select part, '', count(*)::int, extract(epoch from ${at} - min(since))::float8
        from (select expires_at, checked_at from orders where status = ${PENDING} and expires_at <= ${at}
          order by expires_at limit ${MAX_ROWS}) late,
          lateral (values ('pastDeadline', expires_at),
            ('unchecked', greatest(expires_at, checked_at + make_interval(secs => ${RECHECK_MS / 1_000})))) ages (part, since)
        group by part
      union all select 'refunds', '', count(*)::int, coalesce(extract(epoch from ${at} - min(created_at)), 0)::float8
        from (select created_at from outbox where kind = 'refund' and done_at is null order by created_at limit ${MAX_ROWS}) refunds
      union all select 'findings', kind, count(*)::int, 0::float8
        from (select split_part(subject_kind, ' at ', 1) as kind from reconciliation_findings
          where confirmed_at is not null limit ${MAX_ROWS}) found
        group by kind
    `),
  );
  const queueOf = (part: string, name = ''): Queue => {
    const row = rows.find((one) => one.part === part && one.name === name);
    return { count: row?.count ?? 0, ageSeconds: Math.max(0, row?.age ?? 0) };
  };
  // Another release may have queued jobs of kinds that this one does not know.
  const kinds = [...JOB_KINDS, ...rows.filter(({ part }) => part === 'jobs').map(({ name }) => name)];
  return {
    jobs: new Map(kinds.map((kind) => [kind, queueOf('jobs', kind)])),
    paid: queueOf('paid'),
    pastDeadline: queueOf('pastDeadline'),
    unchecked: queueOf('unchecked'),
    refunds: queueOf('refunds'),
    findings: new Map(FINDING_KINDS.map((kind) => [kind, queueOf('findings', kind).count])),
  };
};

/** Reads the backlog every 15 s for the metrics. Each process does this, so that the values do not depend on a single process. */
export const startBacklog: StartWorker = ({ db, clock, log, metrics }) => {
  let last: { readonly backlog: Backlog; readonly readAt: number } | null = null;
  let isUp: boolean | null = null;
  /** When the last reading ended, whether it succeeded or failed. */
  let endedAt = performance.now();
  const fresh = (): Backlog | null => (last && performance.now() - last.readAt < STALE_MS ? last.backlog : null);
  const jobs = (field: keyof Queue) => (): ReadonlyMap<string, number> | null => {
    const backlog = fresh();
    return backlog && new Map([...backlog.jobs].map(([kind, queue]) => [kind, queue[field]]));
  };
  metrics.gauges('jobs_due', 'kind', jobs('count'));
  metrics.gauges('jobs_oldest_due_seconds', 'kind', jobs('ageSeconds'));
  metrics.gauge('orders_paid_waiting', () => fresh()?.paid.count ?? null);
  metrics.gauge('orders_paid_oldest_seconds', () => fresh()?.paid.ageSeconds ?? null);
  metrics.gauge('orders_past_deadline', () => fresh()?.pastDeadline.count ?? null);
  metrics.gauge('orders_past_deadline_oldest_seconds', () => fresh()?.pastDeadline.ageSeconds ?? null);
  metrics.gauge('orders_unchecked_oldest_seconds', () => fresh()?.unchecked.ageSeconds ?? null);
  metrics.gauge('refunds_open', () => fresh()?.refunds.count ?? null);
  metrics.gauge('refunds_oldest_open_seconds', () => fresh()?.refunds.ageSeconds ?? null);
  metrics.gauges('reconciliation_open_findings', 'checked', () => fresh()?.findings ?? null);
  metrics.gauge('database_up', () => {
    if (performance.now() - endedAt > STALE_MS) return 0;
    return isUp === null ? null : Number(isUp);
  });

  const read = async (): Promise<void> => {
    try {
      last = { backlog: await readBacklog(db, clock.now()), readAt: performance.now() };
      isUp = true;
    } catch (error) {
      isUp = false;
      logFailure(log, error, 'the backlog could not be read');
    }
    endedAt = performance.now();
  };
  const first = read();
  const readings = repeat(READ_INTERVAL_MS, () => first.then(read));
  return {
    stop: async () => {
      await Promise.all([first, readings.stop()]);
    },
  };
};
