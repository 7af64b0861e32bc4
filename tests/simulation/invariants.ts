import { ORDER_STATUS_CODE, statusOfCode } from '../../machines/order/order.codes.ts';
import { hasLapsed, type OrderStatus } from '../../machines/order/order.status.ts';
import { reconcile } from '../support/full-reconciliation.ts';
import { type Audit, auditMoney } from '../support/money-audit.ts';
import { createIntents } from './intents.ts';
import type { SimulatedClock } from './simulated-clock.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { SimulatedServer } from './simulated-server.ts';
import { type Invariant, Violation } from './violation.ts';

const HOUR = 3_600_000;
/** Orders that moved this recently are checked after each step that moved one. */
const RECENT_MS = HOUR / 2;

type Row = {
  readonly order_id: string;
  readonly status: number;
  readonly amount: number;
  readonly takes_money: boolean;
  readonly captured: number;
  readonly refunded: number;
  readonly refunding: number;
  readonly funding_refunding: boolean;
  readonly keys: number;
  readonly history: number;
};

const RECENT = `
with recent as (select * from orders where created_at >= $1 or moved_at >= $1),
captures as (
  select p.*, exists (select from outbox j where j.kind = 'refund' and j.subject = p.capture_id and j.done_at is null)
    and not exists (select from payments r where r.capture_id = 'refund:' || p.capture_id) as is_refunding,
    row_number() over (partition by p.order_id order by p.amount_minor = o.amount_minor desc, p.payment_id) = 1 as is_funding
  from payments p join recent o on o.order_id = p.order_id where p.kind = 'capture'
)
select o.order_id, o.status, o.amount_minor as amount, o.epoints is null as takes_money,
  (select coalesce(sum(amount_minor), 0)::int from captures c where c.order_id = o.order_id) as captured,
  (select coalesce(sum(amount_minor), 0)::int from payments p where p.order_id = o.order_id and p.kind = 'refund') as refunded,
  (select coalesce(sum(amount_minor), 0)::int from captures c where c.order_id = o.order_id and c.is_refunding) as refunding,
  coalesce((select bool_or(c.is_refunding) from captures c where c.order_id = o.order_id and c.is_funding), false) as funding_refunding,
  (select count(*)::int from idempotency_keys k where k.order_id = o.order_id) as keys,
  (select h.to_status from order_history h where h.order_id = o.order_id order by h.id desc limit 1) as history
from recent o`;

const LEDGER = `
select t.transaction_id from ledger_transactions t join ledger_entries e using (transaction_id) where t.at >= $1
group by t.transaction_id having sum(e.amount) <> 0`;

const REBATES = `
select user_id, goods_id from orders
where rebate_kind = 'first' and status in (${ORDER_STATUS_CODE.paid}, ${ORDER_STATUS_CODE.delivered})
group by user_id, goods_id having count(*) > 1`;

const UNBOOKED = `
select s.order_id from sandbox_payments s
where s.captures <> (select count(*) from payments p where p.order_id = s.order_id and p.kind = 'capture')
  or jsonb_array_length(s.refunded_captures) <>
    (select count(*) from payments p where p.order_id = s.order_id and p.kind = 'refund')`;

type InvariantParts = {
  readonly clock: SimulatedClock;
  readonly database: SimulatedDatabase;
  readonly server: SimulatedServer;
};

export const createInvariants = ({ clock, database, server }: InvariantParts) => {
  const notifications = new Set<string>();
  const shown = new Map<string, Set<OrderStatus>>();
  const unverified = new Set<string>();
  const found: Violation[] = [];
  let moneyMoved = false;
  let checks = 0;

  const violate = (invariant: Invariant, detail: string): void => void found.push(new Violation(invariant, detail));
  const intents = createIntents({ clock, database, violate });
  const since = (ms: number): string => new Date(clock.now() - ms).toISOString();

  const checkRow = (row: Row): void => {
    const status = statusOfCode(row.status);
    if (row.keys === 0) violate('one-order-per-intent', `order ${row.order_id} has no idempotency key`);
    if (row.history !== row.status)
      violate('acknowledged-is-durable', `order ${row.order_id} has status ${row.status}, its history ${row.history}`);
    const own = row.takes_money ? row.amount : 0;
    const done = status === 'delivered' ? own : 0;
    const open = (status === 'paid' && !row.funding_refunding ? own : 0) + row.refunding;
    if (row.captured !== done + row.refunded + open)
      violate(
        'money-adds-up',
        `order ${row.order_id} is ${status}: captured ${row.captured}, delivered ${done}, refunded ${row.refunded}, in progress ${open}`,
      );
  };

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
        if (!had.has(status)) violate('acknowledged-is-durable', `order ${orderId} was shown as ${status}`);
    }
  };

  const checkProvider = async (): Promise<void> => {
    for (const { order_id } of await database.read<{ order_id: string }>(UNBOOKED))
      violate('money-adds-up', `the provider has taken or returned other money for order ${order_id} than is booked`);
  };

  const checkRebates = async (): Promise<void> => {
    for (const { user_id, goods_id } of await database.read<{ user_id: string; goods_id: string }>(REBATES))
      violate('rebate-once', `${user_id} has two orders of ${goods_id} with it`);
  };

  const notificationsWithout = async (): Promise<void> => {
    const rows = await database.read<{ event_id: string }>(
      'select event_id from notifications where event_id = any($1)',
      [[...notifications]],
    );
    const there = new Set(rows.map(({ event_id }) => event_id));
    for (const eventId of notifications)
      if (!there.has(eventId)) violate('acknowledged-is-durable', `notification ${eventId} is gone`);
    notifications.clear();
  };

  const checkRecords = async (): Promise<Audit> => {
    await intents.checkDurable();
    await notificationsWithout();
    await intents.checkPlayers();
    await checkRebates();
    const audit = await auditMoney(database.outside);
    for (const what of audit.wrong)
      violate(/balance|transaction/.test(what) ? 'ledger-adds-up' : 'delivered-once', what);
    return audit;
  };

  const checkStuck = async (paidBefore: string): Promise<void> => {
    const orders = await database.read<{ order_id: string; status: number }>(
      `select order_id, status from orders where (status = ${ORDER_STATUS_CODE.pending} and expires_at < $1)
        or (status = ${ORDER_STATUS_CODE.paid} and moved_at < $2)`,
      [since(HOUR), paidBefore],
    );
    for (const { order_id, status } of orders) violate('nothing-stuck', `order ${order_id} is ${statusOfCode(status)}`);
    const jobs = await database.read<{ kind: string; subject: string; last_error: string | null }>(
      "select kind, subject, last_error from outbox where done_at is null and created_at < $1 and kind <> 'check-late-payment'",
      [paidBefore],
    );
    for (const { kind, subject, last_error } of jobs)
      violate('nothing-stuck', `job ${kind} ${subject}: ${last_error ?? 'never tried'}`);
  };

  return {
    violate,
    intents,
    moneyMoved: (): void => {
      moneyMoved = true;
    },
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
      if (paid) violate('paid-never-failed', `order ${orderId} was paid and is shown as ${status}`);
    },
    /** After each step. */
    checkStep: async (): Promise<void> => {
      if (moneyMoved) {
        moneyMoved = false;
        checks += 1;
        for (const row of await database.read<Row>(RECENT, [since(RECENT_MS)])) checkRow(row);
        for (const { transaction_id } of await database.read<{ transaction_id: number }>(LEDGER, [since(RECENT_MS)]))
          violate('ledger-adds-up', `transaction ${transaction_id} does not add up`);
      }
      await checkShown();
      await intents.checkRefused();
    },
    /** While no tab is open. */
    checkQuiet: async (): Promise<void> => {
      await checkRecords();
      await checkStuck(since(96 * HOUR));
    },
    /** Days after the last fault. */
    checkSettled: async (): Promise<void> => {
      const { wrong: _, ...sums } = await checkRecords();
      if (sums.captured !== sums.delivered + sums.refunded + sums.inProgress)
        violate('money-adds-up', JSON.stringify(sums));
      await checkProvider();
      await checkStuck(since(HOUR));
      for (const { what, subject } of await reconcile(server.money())) violate('books-agree', `${subject}: ${what}`);
    },
    /** The first violation since the last call, or null. */
    take: (): Violation | null => found.splice(0)[0] ?? null,
    counts: () => ({ checks, ...intents.counts() }),
  };
};

export type Invariants = ReturnType<typeof createInvariants>;
