import { type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import {
  moneyOf,
  ORDER_STATUSES,
  type OrderPhase,
  type OrderStatus,
  paidStatuses,
  phaseOf,
} from '../../machines/order/order.status.ts';
import type { Db } from '../db/database.ts';
import { statusCodes } from '../db/order-status.column.ts';

const codes = (...statuses: readonly OrderStatus[]): SQL => sql.raw(statusCodes(...statuses));
const codesIn = (phase: OrderPhase): SQL => codes(...ORDER_STATUSES.filter((status) => phaseOf(status) === phase));

const UNPAID = codes(...ORDER_STATUSES.filter((status) => moneyOf(status) === 'none'));
const RETAINED = codes(...paidStatuses());
const SPENT = codes(...ORDER_STATUSES.filter((status) => moneyOf(status) !== 'none'));
const DELIVERING = codesIn('delivering');
const DELIVERED = codesIn('delivered');
const REFUNDED = codesIn('refunded');

/** `key`: the row that was checked. `subject`: the order or user it concerns. */
export type Finding = { readonly key: string; readonly subject: string; readonly what: string };

export type Unchecked = { readonly key: string; readonly error: unknown };

/** `unchecked`: rows that could not be checked this time, so their earlier findings stay. */
export type CheckResult = { readonly findings: readonly Finding[]; readonly unchecked: readonly Unchecked[] };

const queryResult = v.object({ rows: v.array(v.object({ key: v.string(), subject: v.string(), what: v.string() })) });

/** Each part of the union is one rule. Every table is read by an index on the order id, so the cost depends only on the number of ids. */
const orderRules = (orderIds: readonly string[]): SQL => sql`
  with book as materialized (
    select o.*, money.*, lines.*, points.*
    from orders o
      cross join lateral (
        select coalesce(sum(case kind when 'capture' then amount_minor else -amount_minor end), 0) as retained,
          count(*) filter (where kind = 'capture') as captures,
          count(*) filter (where kind = 'capture' and not exists (
            select from payments back where back.capture_id = 'refund:' || payments.capture_id
          )) as unrefunded,
          count(*) filter (where exists (
            select from outbox job where job.kind = 'refund' and job.subject = capture_id and job.done_at is null
          )) as refunding
        from payments where payments.order_id = o.order_id
      ) money
      cross join lateral (
        select count(*) as sent, count(delivered_at) as delivered, max(sent_at) as last_sent_at
        from delivery_lines where delivery_lines.order_id = o.order_id
      ) lines
      cross join lateral (
        select count(*) filter (where kind = 'spend') as spends, count(*) filter (where kind = 'refund') as refunds,
          count(*) filter (where kind = 'purchase') as purchases, count(*) filter (where kind = 'reversal') as reversals,
          coalesce(-sum(basic + present) filter (where kind = 'spend'), 0) as points_taken,
          sum(basic) filter (where kind = 'purchase') as basic_credited,
          sum(present) filter (where kind = 'purchase') as present_credited
        from ledger_transactions where ledger_transactions.order_id = o.order_id
      ) points
    where o.order_id in ${orderIds}
  ), found (what, order_id) as (
    select 'paid, but no money was received', order_id from book
      where status in (${RETAINED}) and epoints is null and captures = 0
    union all select 'money was received, but the order is unpaid', order_id from book
      where status in (${UNPAID}) and unrefunded > 0 and refunding = 0
    union all select 'net amount (captured − refunded) differs from the price', order_id from book
      where epoints is null and captures > 0 and refunding = 0
        and retained <> case when status in (${RETAINED}) then amount_minor else 0 end
    union all select 'delivered, but a line is missing', order_id from book
      where status in (${DELIVERED}) and order_type = 'game' and delivered <> jsonb_array_length(contents)
    union all select 'delivered without payment', order_id from book
      where status in (${UNPAID}) and (sent > 0 or purchases > 0)
    union all select 'a line was sent to the game after the refund', order_id from book
      where status in (${REFUNDED}) and exists (
        select from order_history h where h.order_id = book.order_id and h.to_status in (${REFUNDED}) and h.at < last_sent_at
      )
    union all select 'paid, but there is no delivery job', order_id from book
      where status in (${DELIVERING}) and refunding = 0 and not exists (
        select from outbox job where job.kind = 'deliver' and job.subject = book.order_id and job.done_at is null
      )
    union all select 'E Points spent and order status disagree', order_id from book
      where epoints is not null and (spends <> case when status in (${SPENT}) then 1 else 0 end
        or refunds <> case when status in (${REFUNDED}) then 1 else 0 end)
    union all select 'the E Points spent differ from the price', order_id from book
      where epoints is not null and spends > 0 and points_taken <> epoints
    union all select 'E Points credited and order status disagree', order_id from book
      where order_type = 'epoint' and purchases - reversals <> case when status in (${DELIVERED}) then 1 else 0 end
    union all select 'the E Points credited differ from the order', order_id from book
      where purchases > 0 and (basic_credited, present_credited) is distinct from (credit_basic, credit_present)
    union all select 'the first-purchase rebate was given twice', order_id from book
      where rebate_kind = 'first' and status in (${RETAINED}) and exists (
        select from orders other
        where other.user_id = book.user_id and other.goods_id = book.goods_id and other.rebate_kind = 'first'
          and other.status in (${RETAINED}) and (other.created_at, other.order_id) < (book.created_at, book.order_id)
      )
  )
  select order_id as key, order_id as subject, what from found order by 1, 3
`;

/** Checks ledger transactions: their double entry, and that each continues the balance of its user. */
const transactionRules = (transactionIds: readonly string[]): SQL => sql`
  with book as materialized (
    select t.*, entries.*, before.*, exists (select from epoint_balances b where b.user_id = t.user_id) as has_balance
    from ledger_transactions t
      cross join lateral (
        select coalesce(sum(amount), 0) as total, coalesce(sum(amount) filter (where account = 'basic'), 0) as basic_entry,
          coalesce(sum(amount) filter (where account = 'present'), 0) as present_entry
        from ledger_entries where ledger_entries.transaction_id = t.transaction_id
      ) entries
      left join lateral (
        select earlier.basic_after as basic_before, earlier.present_after as present_before
        from ledger_transactions earlier
        where earlier.user_id = t.user_id and earlier.transaction_id < t.transaction_id
        order by earlier.transaction_id desc limit 1
      ) before on true
    where t.transaction_id in ${transactionIds.map(Number)}
  )
  select transaction_id::text as key, user_id as subject, 'the entries of a transaction do not add up' as what from book
    where total <> 0 or basic_entry <> basic or present_entry <> present
  union all
  select transaction_id::text, user_id, 'the balance after a transaction does not continue the one before it' from book
    where basic_after <> coalesce(basic_before, 0) + basic or present_after <> coalesce(present_before, 0) + present
  union all select transaction_id::text, user_id, 'a transaction has no balance' from book where not has_balance
`;

/** Checks balances. Since each transaction continues the previous one, the last one has the sum of the ledger. */
const balanceRules = (userIds: readonly string[]): SQL => sql`
  select b.user_id as key, b.user_id as subject, 'the balance is not the sum of the ledger' as what
  from epoint_balances b
    left join lateral (
      select basic_after, present_after from ledger_transactions t
      where t.user_id = b.user_id order by t.transaction_id desc limit 1
    ) newest on true
  where b.user_id in ${userIds} and (b.basic, b.present) is distinct from (coalesce(basic_after, 0), coalesce(present_after, 0))
`;

type Check = (db: Db, keys: readonly string[]) => Promise<CheckResult>;

const checkBy =
  (rulesOf: (keys: readonly string[]) => SQL): Check =>
  async (db, keys) => ({
    findings: keys.length ? v.parse(queryResult, await db.execute(rulesOf(keys))).rows : [],
    unchecked: [],
  });

export const checkOrders = checkBy(orderRules);
export const checkTransactions = checkBy(transactionRules);
export const checkBalances = checkBy(balanceRules);
