import type { SnapshotFrom } from 'xstate';
import { type Failure, failure as failed } from '../kernel/failure.ts';
import { choicesToRepeat } from '../order/order.purchase.ts';
import { hasLapsed, type OrderStatus } from '../order/order.status.ts';
import type { ChoiceIds, OrderRecord } from '../order/order.types.ts';
import type { orderDetailMachine } from './order-detail.machine.ts';

export type OrderDetailScreen =
  | { readonly name: 'loading'; readonly orderId: string }
  | {
      readonly name: 'shown';
      readonly orderId: string;
      readonly record: OrderRecord;
      readonly refreshing: boolean;
      /** Why the last refresh failed; the record is then from an earlier read. */
      readonly refreshFailure: Failure | null;
    }
  | { readonly name: 'unknown'; readonly orderId: string }
  | { readonly name: 'failed'; readonly orderId: string; readonly failure: Failure };

export type OrderDetailSnapshot = SnapshotFrom<typeof orderDetailMachine>;

export const selectOrderDetailScreen = (snapshot: OrderDetailSnapshot): OrderDetailScreen => {
  const { orderId, record, failure } = snapshot.context;
  const refreshing = snapshot.hasTag('busy');
  if (record) return { name: 'shown', orderId, record, refreshing, refreshFailure: refreshing ? null : failure };
  if (snapshot.matches('unknown')) return { name: 'unknown', orderId };
  if (snapshot.matches('failed')) return { name: 'failed', orderId, failure: failure ?? failed('unknownError') };
  return { name: 'loading', orderId };
};

/** What the status means for the player; depends on the purchase and the payment method. */
export type OrderHint =
  | 'statusUnknown'
  | 'unpaid'
  | 'failed'
  | 'failedStartNew'
  | 'overdue'
  | 'overdueStartNew'
  | 'delivering'
  | 'crediting'
  | 'delivered'
  | 'credited'
  | 'moneyBack'
  | 'pointsBack';

export type OrderAdvice = {
  readonly hint: OrderHint;
  readonly next:
    | { readonly kind: 'none' }
    | { readonly kind: 'repeat'; readonly choices: ChoiceIds }
    /** The record does not contain the choices. If it has no order type, the recharge of the game opens. */
    | { readonly kind: 'start'; readonly target: 'game' | 'epoint' };
};

const hintOf = ({ status, isStatusUnknown, orderType, points }: OrderRecord, isRepeatable: boolean): OrderHint => {
  if (isStatusUnknown) return 'statusUnknown';
  const isPointPurchase = orderType === 'epoint';
  const hints: Readonly<Record<OrderStatus, OrderHint>> = {
    pending: 'unpaid',
    paid: isPointPurchase ? 'crediting' : 'delivering',
    failed: isRepeatable ? 'failed' : 'failedStartNew',
    delivered: isPointPurchase ? 'credited' : 'delivered',
    refunded: points === null ? 'moneyBack' : 'pointsBack',
    overdue: isRepeatable ? 'overdue' : 'overdueStartNew',
  };
  return hints[status];
};

export const orderAdvice = (record: OrderRecord): OrderAdvice => {
  const choices = choicesToRepeat(null, record);
  const hint = hintOf(record, choices !== null);
  if (!hasLapsed(record.status)) return { hint, next: { kind: 'none' } };
  return { hint, next: choices ? { kind: 'repeat', choices } : { kind: 'start', target: record.orderType ?? 'game' } };
};
