import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import type { OrderRecord } from '../order/order.types.ts';
import type { orderDetailMachine } from './order-detail.machine.ts';

export type OrderDetailScreen =
  | { readonly name: 'loading'; readonly orderId: string }
  | { readonly name: 'shown'; readonly orderId: string; readonly record: OrderRecord; readonly refreshing: boolean }
  | { readonly name: 'unknown'; readonly orderId: string }
  | { readonly name: 'failed'; readonly orderId: string; readonly failure: Failure };

export type OrderDetailSnapshot = SnapshotFrom<typeof orderDetailMachine>;
