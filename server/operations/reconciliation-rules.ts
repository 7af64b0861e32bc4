import { sql } from 'drizzle-orm';

/** Orders, money, deliveries and ledger against each other; each line of the union is one rule. */
export const RECONCILIATION_RULES = sql`
  with money as (
    select order_id,
      sum(case kind when 'capture' then amount_minor else -amount_minor end) as kept,
      count(*) filter (where kind = 'capture') as captures
    from payments group by 1
  ), refunding as (
    select payload ->> 'orderId' as order_id, count(*) as jobs from outbox where kind = 'refund' and done_at is null group by 1
  ), parcels as (
    select order_id, count(*) as lines from deliveries group by 1
  ), points as (
    select order_id,
      count(*) filter (where kind = 'spend') as spends, count(*) filter (where kind = 'refund') as refunds,
      count(*) filter (where kind = 'purchase') as purchases, count(*) filter (where kind = 'reversal') as reversals
    from ledger_transactions where order_id is not null group by 1
  ), book as (
    select o.*, coalesce(m.kept, 0) as kept, coalesce(m.captures, 0) as captures, coalesce(r.jobs, 0) as refunding,
      coalesce(p.lines, 0) as lines, coalesce(l.spends, 0) as spends, coalesce(l.refunds, 0) as refunds,
      coalesce(l.purchases, 0) as purchases, coalesce(l.reversals, 0) as reversals
    from orders o left join money m using (order_id) left join refunding r using (order_id)
      left join parcels p using (order_id) left join points l using (order_id)
  )
  select 'paid, but no money was received' as what, order_id as subject from book
    where status in (2, 4) and epoints is null and captures = 0
  union all select 'money was received, but it counts as unpaid', order_id from book
    where status in (1, 3, 6) and captures > 0 and refunding = 0
  union all select 'more or less money is kept than it costs', order_id from book
    where epoints is null and captures > 0 and refunding = 0
      and kept <> case when status in (2, 4) then amount_minor else 0 end
  union all select 'counts as delivered, but a line is missing', order_id from book
    where status = 4 and order_type = 'game' and lines <> jsonb_array_length(contents)
  union all select 'was delivered without being paid', order_id from book
    where status in (1, 3, 6) and (lines > 0 or purchases > 0)
  union all select 'paid, but nobody is delivering it', order_id from book
    where status = 2 and refunding = 0
      and not exists (select from outbox where kind = 'deliver' and subject = book.order_id and done_at is null)
  union all select 'E Points were taken and it counts as unpaid, or the other way round', order_id from book
    where epoints is not null and (spends <> case when status in (2, 4, 5) then 1 else 0 end
      or refunds <> case when status = 5 then 1 else 0 end)
  union all select 'E Points were credited and it counts as not delivered, or the other way round', order_id from book
    where order_type = 'epoint' and purchases - reversals <> case when status = 4 then 1 else 0 end
  union all select 'the balance is not the sum of the ledger', b.user_id from epoint_balances b
    left join (
      select user_id, sum(amount) filter (where account = 'basic') as basic, sum(amount) filter (where account = 'present') as present
      from ledger_transactions join ledger_entries using (transaction_id) group by 1
    ) l using (user_id)
    where (b.basic, b.present) is distinct from (coalesce(l.basic, 0), coalesce(l.present, 0))
  union all select 'a transaction does not add up', min(user_id) from ledger_transactions
    left join ledger_entries using (transaction_id) group by transaction_id having coalesce(sum(amount), 0) <> 0
  order by 2, 1
`;
