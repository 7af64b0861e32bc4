import { ORDER_STATUS_CODE } from '../../machines/order/order.status.ts';
import type { SimulatedDatabase } from './simulated-database.ts';

const { paid, failed, delivered, refunded, overdue } = ORDER_STATUS_CODE;

const COUNTS = `
select
  (select count(*) from order_history where to_status = ${paid})::int as paid,
  (select count(*) from order_history where to_status = ${delivered})::int as delivered,
  (select count(*) from order_history where to_status = ${refunded})::int as refunded,
  (select count(*) from order_history where to_status = ${overdue})::int as expired,
  (select count(*) from order_history where to_status = ${failed})::int as failed,
  (select count(*) from order_history where to_status = ${paid} and from_status in (${failed}, ${overdue}))::int as "late-captures",
  (select count(*) from (select from payments where kind = 'capture' group by order_id having count(*) > 1) again)::int as "second-captures",
  (select count(*) from order_history where from_status = ${delivered})::int as "refunds-after-delivery",
  (select count(*) from order_history h join order_history p using (order_id) where h.from_status = ${paid} and h.to_status = ${refunded}
    and p.to_status = ${paid} and h.at > p.at + interval '72 hours')::int as "refunds-after-72-hours",
  (select count(*) from ledger_transactions where kind = 'spend')::int as "points-spent",
  (select count(*) from ledger_transactions where kind = 'purchase')::int as "points-bought"`;

export const countOutcomes = async (database: SimulatedDatabase): Promise<Readonly<Record<string, number>>> => {
  const [counts = {}] = await database.read<Record<string, number>>(COUNTS);
  return counts;
};
