import { hasLapsed, ORDER_STATUSES, statusOfCode } from '../../machines/order/order.status.ts';
import { statusCodes } from '../db/order-status.column.ts';
import type { Order } from '../db/schema.ts';
import { statement } from '../db/statement.ts';
import { wakeWorker } from '../outbox/outbox.ts';
import { type PaymentSession, PRICE_CURRENCY } from '../ports/payment-provider.ts';
import { checkpoint } from '../runtime/checkpoint.ts';
import { withTimeout } from '../runtime/timeout.ts';
import { applyReport, latePaymentSubject, providerOfOrder, reportOf } from './payment-sync.ts';
import type { PaymentServices } from './registry.ts';

const count = (quantity: number): string => quantity.toLocaleString('en-US');

/** The name with everything that the order delivers: "3,772 Star Gems" for 3,280 and a bonus of 492. A gift is something else. */
const deliveredName = ({ orderType, goodsName, contents: [first, ...more] }: Order): string => {
  if (!first) return goodsName;
  const added = more.filter(({ name }) => orderType === 'epoint' || name.startsWith(`${first.name} (+`));
  const sum = added.reduce((total, { quantity }) => total + quantity, first.quantity);
  return goodsName.replace(count(first.quantity), count(sum));
};

/**
 * Stores a session. The order may have ended while the provider created it: then the session could still be paid, and a job closes it.
 * Returns the order's status, or nothing if another request stored the session first.
 */
const storeSession = statement(
  {
    name: 'store-session',
    text: `with stored as (
        update orders set payment = $2::jsonb, provider_ref = $3 where order_id = $1 and payment is null
        returning order_id, status, trace_id
      ),
      watched as (
        insert into outbox (kind, subject, payload, trace_id, due_at, created_at)
        select 'check-late-payment', $4, jsonb_build_object('orderId', order_id), trace_id, $5::timestamptz, $5::timestamptz
        from stored where status in (${statusCodes(...ORDER_STATUSES.filter(hasLapsed))})
        on conflict do nothing
      )
      select status from stored`,
  },
  ([status]) => statusOfCode(Number(status)),
);

/** `isOver`: the order ended while the provider created the session, so the player must not pay. */
type OrderSession = PaymentSession & { readonly isOver: boolean };

/** The session is keyed by order id: the next request recovers one that a crash left unstored. Rejects with `UpstreamError`. */
export const ensureSession = async (services: PaymentServices, order: Order): Promise<OrderSession> => {
  const { payment: known, providerRef } = order;
  if (known && providerRef) return { payment: known, reference: providerRef, isOver: false };
  const provider = providerOfOrder(services, order);
  const session = await withTimeout(
    provider.createSession({
      orderId: order.orderId,
      channelCode: order.channelCode,
      amountMinor: order.amountMinor,
      currency: PRICE_CURRENCY,
      description: [deliveredName(order), order.gameName].filter(Boolean).join(' · '),
      expiresAt: order.expiresAt,
      traceId: order.traceId,
    }),
    'the payment provider',
  );
  checkpoint('session.made');
  const { db, clock } = services.context;
  const { payment, reference } = session;
  const [status] = await storeSession(db, [
    order.orderId,
    JSON.stringify(payment),
    reference,
    latePaymentSubject(order.orderId),
    clock.now().toISOString(),
  ]);
  checkpoint('session.stored');
  const isOver = status ? hasLapsed(status) : false;
  if (isOver) wakeWorker(db);
  return { payment, reference, isOver };
};

/** Closes the order's session at its provider, unless it is paid or in flight. Rejects with `UpstreamError`. */
export const closeAtProvider = async (services: PaymentServices, order: Order): Promise<void> => {
  const provider = providerOfOrder(services, order);
  const { reference } = await ensureSession(services, order);
  const report = await reportOf(order.orderId, provider.close(reference, order.traceId));
  await applyReport(services, report, order.provider);
};
