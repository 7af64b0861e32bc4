import { hasLapsed, ORDER_STATUS_CODE, type OrderStatus, statusOfCode } from '../../machines/order/order.status.ts';
import { ORDER_LIFETIME_MS } from '../../src/contract/retention.ts';
import { auditMoney, reconcile } from '../support/server/money-audit.ts';
import { createIntents } from './intents.ts';
import type { Outages } from './outages.ts';
import type { SimulatedClock } from './simulated-clock.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { SimulatedServer } from './simulated-server.ts';
import { type ReportViolation, Violation } from './violation.ts';

const HOUR = 3_600_000;
/** An expired order is first closed at its provider, so an outage of the provider delays it. */
const LONGEST_OUTAGE_MS = 3 * HOUR;
/** 72 hours, the pauses between retries, and an outage of the provider when the order is refunded. */
const LONGEST_DELIVERY_MS = 120 * HOUR;
/** The intervals between checks for late payments double, so the last check may be this late. Includes a margin of an hour. */
const LONGEST_LATE_CHECK_MS = 2 * ORDER_LIFETIME_MS + HOUR;

const BOOKED = `
select s.order_id, s.captures, jsonb_array_length(s.refunded_captures) as refunds,
  count(*) filter (where p.kind = 'capture')::int as booked_captures, count(*) filter (where p.kind = 'refund')::int as booked_refunds
from sandbox_payments s left join payments p using (order_id) group by s.order_id, s.captures, s.refunded_captures`;

const MOVED = `
select o.order_id from orders o
where o.status is distinct from (select h.to_status from order_history h where h.order_id = o.order_id order by h.id desc limit 1)`;

const REBATES = `
select user_id, goods_id from orders
where rebate_kind = 'first' and status in (${ORDER_STATUS_CODE.paid}, ${ORDER_STATUS_CODE.delivered})
group by user_id, goods_id having count(*) > 1`;

type Booked = Readonly<Record<'captures' | 'refunds' | 'booked_captures' | 'booked_refunds', number>> & {
  readonly order_id: string;
};

/** The order or the player in a finding of the audit. */
const subjectOf = (what: string): string | undefined => /^(?:the balance of |line )?([^\s/]+)/.exec(what)?.[1];

type InvariantParts = {
  readonly clock: SimulatedClock;
  readonly database: SimulatedDatabase;
  readonly server: SimulatedServer;
  readonly outages: Outages;
};

export const createInvariants = ({ clock, database, server, outages }: InvariantParts) => {
  const notifications = new Set<string>();
  const shown = new Map<string, Set<OrderStatus>>();
  const unverified = new Set<string>();
  const found: Violation[] = [];
  let moneyWrites = -1;
  let moneyChecks = 0;

  const reportViolation: ReportViolation = (invariant, detail, about) =>
    void found.push(new Violation(invariant, detail, about));
  const reportError = (error: unknown): void =>
    reportViolation('no-error', error instanceof Error ? String(error.stack) : String(error));
  const intents = createIntents({ clock, database, reportViolation });
  const since = (ms: number): string => new Date(clock.now() - ms).toISOString();

  const checkShown = async (): Promise<void> => {
    const orderIds = [...unverified];
    unverified.clear();
    if (!orderIds.length) return;
    const rows = await database.read<{ order_id: string; to_status: number; at: Date }>(
      'select order_id, to_status, at from order_history where order_id = any($1)',
      [orderIds],
    );
    for (const orderId of orderIds) {
      const had = new Set(rows.filter((row) => row.order_id === orderId).map((row) => statusOfCode(row.to_status)));
      for (const status of shown.get(orderId) ?? [])
        if (!had.has(status))
          reportViolation('acknowledged-is-durable', `order ${orderId} was shown as ${status}`, orderId);
    }
  };

  /** `isBooked`: whether the books may have these captures and refunds, and the provider those. */
  const checkProvider = async (isBooked: (booked: number, ofProvider: number) => boolean): Promise<void> => {
    for (const { order_id, ...row } of await database.read<Booked>(BOOKED))
      if (!isBooked(row.booked_captures, row.captures) || !isBooked(row.booked_refunds, row.refunds))
        reportViolation('money-adds-up', `${order_id}: the provider has other captures or refunds`, order_id);
  };

  const checkMoves = async (): Promise<void> => {
    for (const { order_id } of await database.read<{ order_id: string }>(MOVED))
      reportViolation('acknowledged-is-durable', `the history of order ${order_id} has another status`, order_id);
    for (const { user_id, goods_id } of await database.read<{ user_id: string; goods_id: string }>(REBATES))
      reportViolation('rebate-once', `two orders of ${goods_id} with the first-purchase rebate`, user_id);
  };

  const checkNotifications = async (): Promise<void> => {
    if (!notifications.size) return;
    const rows = await database.read<{ event_id: string }>(
      'select event_id from notifications where event_id = any($1)',
      [[...notifications]],
    );
    const there = new Set(rows.map(({ event_id }) => event_id));
    for (const eventId of notifications)
      if (!there.has(eventId)) reportViolation('acknowledged-is-durable', `notification ${eventId} is gone`);
    notifications.clear();
  };

  const checkRecords = async (): Promise<void> => {
    moneyChecks += 1;
    await checkMoves();
    await checkProvider((booked, ofProvider) => booked <= ofProvider);
    await intents.checkDurable();
    await intents.checkKeys();
    await intents.checkPlayers();
    const { wrong, ...sums } = await auditMoney(database.outside);
    if (sums.captured !== sums.delivered + sums.refunded + sums.inProgress)
      reportViolation('money-adds-up', `${JSON.stringify(sums)}: ${wrong.join()}`, subjectOf(wrong[0] ?? ''));
    for (const what of wrong)
      reportViolation(/balance|transaction/.test(what) ? 'ledger-adds-up' : 'delivered-once', what, subjectOf(what));
  };

  /** `lateBefore`: checks for late payments that began before this time must have ended. */
  const checkStuck = async (paidBefore: string, lateBefore: string): Promise<void> => {
    const orders = await database.read<{ order_id: string; status: number }>(
      `select order_id, status from orders where (status = ${ORDER_STATUS_CODE.pending} and expires_at < $1)
        or (status = ${ORDER_STATUS_CODE.paid} and moved_at < $2)`,
      [since(outages.wasOut('provider', HOUR) ? LONGEST_OUTAGE_MS : HOUR), paidBefore],
    );
    for (const { order_id, status } of orders)
      reportViolation('nothing-stuck', `order ${order_id} is ${statusOfCode(status)}`, order_id);
    const jobs = await database.read<{ kind: string; subject: string; last_error: string | null }>(
      `select kind, subject, last_error from outbox where done_at is null
        and created_at < case kind when 'check-late-payment' then $2::timestamptz else $1::timestamptz end`,
      [paidBefore, lateBefore],
    );
    for (const { kind, subject, last_error } of jobs)
      reportViolation('nothing-stuck', `job ${kind} ${subject}: ${last_error ?? 'never tried'}`);
  };

  return {
    reportViolation,
    reportError,
    /** Runs a task without waiting for it; an error of the task is a violation. */
    run: (task: Promise<unknown>): void => void task.catch(reportError),
    intents,
    notified: (eventId: string): void => void notifications.add(eventId),
    /** A tab shows an order with this status. */
    shown: (orderId: string, status: OrderStatus): void => {
      const known = shown.get(orderId) ?? new Set();
      shown.set(orderId, known);
      if (known.has(status)) return;
      known.add(status);
      unverified.add(orderId);
    },
    /** A tab shows an order with this status, as the record was at `observedAt` (epoch ms). */
    checkNotPaid: async (orderId: string, status: OrderStatus, observedAt: number): Promise<void> => {
      if (!hasLapsed(status)) return;
      const [paid] = await database.read<{ at: Date }>(
        `select at from order_history where order_id = $1 and to_status = ${ORDER_STATUS_CODE.paid} and at < $2`,
        [orderId, new Date(observedAt - 1_000).toISOString()],
      );
      if (paid) reportViolation('paid-never-failed', `order ${orderId} was paid and is shown as ${status}`, orderId);
    },
    /** Runs after each step. */
    checkStep: async (): Promise<void> => {
      if (moneyWrites !== database.moneyWrites()) {
        moneyWrites = database.moneyWrites();
        await checkRecords();
      }
      await checkNotifications();
      await checkShown();
      await intents.checkRefused();
    },
    /** Runs while no tab is open. */
    checkQuiet: async (): Promise<void> => {
      await checkRecords();
      await intents.checkRefusedEver();
      await checkStuck(since(LONGEST_DELIVERY_MS), since(LONGEST_LATE_CHECK_MS));
    },
    /** Runs days after the last fault. */
    checkSettled: async (): Promise<void> => {
      await checkRecords();
      await checkProvider((booked, ofProvider) => booked === ofProvider);
      await checkStuck(since(HOUR), since(LONGEST_LATE_CHECK_MS));
      for (const { what, subject } of await reconcile(server.services()))
        reportViolation('books-agree', `${subject}: ${what}`, subject);
    },
    /** The first violation since the last call, or null. */
    take: (): Violation | null => found.splice(0)[0] ?? null,
    counts: () => ({ 'money-checks': moneyChecks, ...intents.counts() }),
  };
};

export type Invariants = ReturnType<typeof createInvariants>;
