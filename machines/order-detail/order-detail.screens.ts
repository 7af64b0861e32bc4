import type { SnapshotFrom } from 'xstate';
import { type Failure, failure as failed } from '../kernel/failure.ts';
import { choicesToRepeat } from '../order/order.purchase.ts';
import { hasLapsed } from '../order/order.status.ts';
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

/** What an order that failed or expired offers instead. */
export type NextOrder =
  | { readonly kind: 'none' }
  | { readonly kind: 'repeat'; readonly choices: ChoiceIds }
  /** The record does not contain the choices. If it has no order type, the recharge of the game opens. */
  | { readonly kind: 'start'; readonly target: 'game' | 'epoint' };

export const nextOrderOf = (record: OrderRecord): NextOrder => {
  if (!hasLapsed(record.status)) return { kind: 'none' };
  const choices = choicesToRepeat(null, record);
  return choices ? { kind: 'repeat', choices } : { kind: 'start', target: record.orderType ?? 'game' };
};
