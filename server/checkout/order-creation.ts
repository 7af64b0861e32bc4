import type { Order } from '../db/schema.ts';
import { moveOrder } from '../orders/order-moves.ts';
import { settleDueOrder } from '../payments/order-expiry.ts';
import { closeAtProvider, ensureSession } from '../payments/payment-session.ts';
import { type PaymentServices, payableBy } from '../payments/registry.ts';
import { checkpoint } from '../runtime/checkpoint.ts';
import { CODE, type Code } from '../runtime/codes.ts';
import { UpstreamError } from '../runtime/timeout.ts';
import { insertOrder, type OrderRequest } from './order-insertion.ts';

export type Creation =
  /** `payment` null: paid with E Points. `isReplay`: the key was used by an earlier request. */
  | (Pick<Order, 'orderId' | 'payment' | 'epoints' | 'createdAt'> & {
      readonly kind: 'order';
      readonly isReplay: boolean;
    })
  | { readonly kind: 'refused'; readonly code: Code };

/** How often a conflicting order is settled before the player must retry. */
const ATTEMPTS = 3;

/** Settles an expired order. Ends an open order with outdated terms, at its provider if it has one. */
const settleConflict = async (services: PaymentServices, order: Order): Promise<void> => {
  const { db, clock, metrics } = services.context;
  const at = clock.now();
  const { orderId } = order;
  if (order.expiresAt <= at) return settleDueOrder(services, orderId);
  if (order.epoints === null) return closeAtProvider(services, order);
  const move = { orderId, from: 'pending', to: 'failed', reason: 'the offer has changed', at } as const;
  if (await db.transaction((tx) => moveOrder(tx, move))) metrics.count('orders_failed');
};

/** A repeated request for an order that ended before it could be paid. */
const OVER: Creation = { kind: 'refused', code: CODE.orderOver };

const attempt = async (services: PaymentServices, request: OrderRequest): Promise<Creation | null> => {
  const insertion = await insertOrder(services.context, payableBy(services), request);
  if (insertion.kind === 'refused') return insertion;
  if (insertion.kind === 'blocked') {
    if (insertion.by) await settleConflict(services, insertion.by);
    return null;
  }
  checkpoint('order.committed');
  const { order, isReplay } = insertion;
  const { orderId, createdAt, epoints } = order;
  if (epoints !== null) return { kind: 'order', orderId, payment: null, epoints, createdAt, isReplay };
  if (!order.payment) {
    const isDue = order.expiresAt <= services.context.clock.now();
    if (order.status === 'pending' && isDue) await settleDueOrder(services, orderId);
    if (order.status !== 'pending' || isDue) return OVER;
  }
  const { payment, isOver } = await ensureSession(services, order);
  return isOver ? OVER : { kind: 'order', orderId, payment, epoints, createdAt, isReplay };
};

/**
 * Creates one order per key, and one open order per player, server, role, goods and channel. No database lock is held during calls to
 * the provider. After a crash in any phase, the next request with the same selection continues.
 */
export const createOrder = async (services: PaymentServices, request: OrderRequest): Promise<Creation> => {
  const { log, metrics } = services.context;
  try {
    const { offer, ...later } = request;
    for (let tries = 0; tries < ATTEMPTS; tries += 1) {
      const creation = await attempt(services, tries === 0 ? request : later);
      if (!creation) continue;
      metrics.count(creation.kind === 'order' ? 'orders_accepted' : 'orders_refused');
      return creation;
    }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn({ traceId: request.traceId, err: error }, 'could not create the payment session');
  }
  return { kind: 'refused', code: CODE.stillProcessing };
};
