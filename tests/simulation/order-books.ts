import { moneyOf, ORDER_STATUS_CODE, statusOfCode } from '../../machines/order/order.status.ts';
import type { SimulatedDatabase } from './simulated-database.ts';
import type { Invariant, ReportViolation } from './violation.ts';

type Row = {
  readonly order_id: string;
  readonly status: number;
  readonly amount: number;
  /** The price in E Points; null: paid with money. */
  readonly epoints: number | null;
  readonly credit: number;
  readonly captured: number;
  readonly refunded: number;
  readonly refunding: number;
  readonly funding_refunding: boolean;
  readonly captures: number;
  readonly refunds: number;
  readonly provider_captures: number;
  readonly provider_refunds: number;
  readonly spent: number;
  readonly returned: number;
  readonly credited: number;
  readonly reversed: number;
  readonly history: number;
};

const BOOKS = `
with captures as (
  select p.*, exists (select from outbox j where j.kind = 'refund' and j.subject = p.capture_id and j.done_at is null)
    and not exists (select from payments r where r.capture_id = 'refund:' || p.capture_id) as is_refunding,
    row_number() over (partition by p.order_id order by p.amount_minor = o.amount_minor desc, p.payment_id) = 1 as is_funding
  from payments p join orders o on o.order_id = p.order_id where p.kind = 'capture'
),
taken as (
  select order_id, sum(amount_minor)::int as captured, count(*)::int as captures,
    coalesce(sum(amount_minor) filter (where is_refunding), 0)::int as refunding, bool_or(is_refunding and is_funding) as funding_refunding
  from captures group by order_id
),
given as (
  select order_id, sum(amount_minor)::int as refunded, count(*)::int as refunds from payments where kind = 'refund' group by order_id
),
points as (
  select order_id, sum(-basic - present) filter (where kind = 'spend')::int as spent, sum(basic + present) filter (where kind = 'refund')::int as returned,
    sum(basic + present) filter (where kind = 'purchase')::int as credited, sum(-basic - present) filter (where kind = 'reversal')::int as reversed
  from ledger_transactions where order_id is not null group by order_id
),
moves as (select distinct on (order_id) order_id, to_status from order_history order by order_id, id desc)
select o.order_id, o.status, o.amount_minor as amount, o.epoints, coalesce(o.credit_basic + o.credit_present, 0) as credit,
  coalesce(t.captured, 0) as captured, coalesce(t.captures, 0) as captures, coalesce(t.refunding, 0) as refunding,
  coalesce(t.funding_refunding, false) as funding_refunding, coalesce(g.refunded, 0) as refunded, coalesce(g.refunds, 0) as refunds,
  coalesce(s.captures, 0) as provider_captures, coalesce(jsonb_array_length(s.refunded_captures), 0) as provider_refunds,
  coalesce(p.spent, 0) as spent, coalesce(p.returned, 0) as returned, coalesce(p.credited, 0) as credited, coalesce(p.reversed, 0) as reversed,
  m.to_status as history
from orders o left join taken t using (order_id) left join given g using (order_id) left join points p using (order_id)
  left join moves m using (order_id) left join sandbox_payments s using (order_id)`;

const UNEQUAL = 'select transaction_id from ledger_entries group by transaction_id having sum(amount) <> 0';

const REBATES = `
select user_id, goods_id from orders
where rebate_kind = 'first' and status in (${ORDER_STATUS_CODE.paid}, ${ORDER_STATUS_CODE.delivered})
group by user_id, goods_id having count(*) > 1`;

/** Checks the money and the E Points of each order after each step, however old the order is. */
export const createOrderBooks = ({
  database,
  reportViolation,
}: {
  readonly database: SimulatedDatabase;
  readonly reportViolation: ReportViolation;
}) => {
  const report = ({ order_id, status }: Row, invariant: Invariant, detail: string): void =>
    reportViolation(invariant, `order ${order_id} is ${statusOfCode(status)}: ${detail}`, order_id);

  const checkMoney = (row: Row): void => {
    const { captured, refunded, refunding, captures, refunds } = row;
    const status = statusOfCode(row.status);
    const price = row.epoints === null ? row.amount : 0;
    const done = status === 'delivered' ? price : 0;
    const open = (status === 'paid' && !row.funding_refunding ? price : 0) + refunding;
    if (captured !== done + refunded + open)
      report(
        row,
        'money-adds-up',
        `captured ${captured}, delivered ${done}, refunded ${refunded}, in progress ${open}`,
      );
    const [taken, returned] = [row.provider_captures, row.provider_refunds];
    if (captures > taken || refunds > returned)
      report(row, 'money-adds-up', `${captures} captures of ${taken} and ${refunds} refunds of ${returned} are booked`);
  };

  const checkPoints = (row: Row): void => {
    const { epoints, credit, spent, returned, credited, reversed } = row;
    const status = statusOfCode(row.status);
    const money = status && moneyOf(status);
    const price = epoints !== null && money !== 'none' ? epoints : 0;
    const back = money === 'returned' ? price : 0;
    if (spent !== price || returned !== back)
      report(row, 'money-adds-up', `${spent} E Points spent of ${price}, ${returned} returned of ${back}`);
    // A purchase that is refunded before its delivery was never credited.
    const isCredited = status === 'delivered' ? credited === credit : credited === 0 || status === 'refunded';
    if (!isCredited || credited > credit || reversed > credited)
      report(row, 'money-adds-up', `${credited} E Points credited of ${credit}, ${reversed} reversed`);
  };

  return {
    check: async (): Promise<void> => {
      for (const row of await database.read<Row>(BOOKS)) {
        if (row.history !== row.status) report(row, 'acknowledged-is-durable', `its history has status ${row.history}`);
        checkMoney(row);
        checkPoints(row);
      }
      for (const { transaction_id } of await database.read<{ transaction_id: number }>(UNEQUAL))
        reportViolation('ledger-adds-up', `transaction ${transaction_id} does not add up`);
      for (const { user_id, goods_id } of await database.read<{ user_id: string; goods_id: string }>(REBATES))
        reportViolation('rebate-once', `two orders of ${goods_id} with the first-purchase rebate`, user_id);
    },
  };
};
