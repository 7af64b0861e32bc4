import type { SnapshotFrom } from 'xstate';
import { type Failure, failure as failed } from '../kernel/failure.ts';
import type { OrderRecord } from '../order/order.types.ts';
import type { orderDetailMachine } from './order-detail.machine.ts';

export type OrderDetailScreen =
  | { readonly name: 'loading'; readonly orderId: string }
  | { readonly name: 'shown'; readonly orderId: string; readonly record: OrderRecord; readonly refreshing: boolean }
  | { readonly name: 'unknown'; readonly orderId: string }
  | { readonly name: 'failed'; readonly orderId: string; readonly failure: Failure };

export type OrderDetailSnapshot = SnapshotFrom<typeof orderDetailMachine>;

export const selectOrderDetailScreen = (snapshot: OrderDetailSnapshot): OrderDetailScreen => {
  const { orderId, record, failure } = snapshot.context;
  if (record) return { name: 'shown', orderId, record, refreshing: snapshot.hasTag('busy') };
  if (snapshot.matches('unknown')) return { name: 'unknown', orderId };
  if (snapshot.matches('failed')) return { name: 'failed', orderId, failure: failure ?? failed('unknownError') };
  return { name: 'loading', orderId };
};
