import type { Failure } from '../kernel/failure.ts';
import type { OrderObservation, OrderRecord, RefusedStatus } from '../order/order.types.ts';

export type OrderDetailInput = { readonly orderId: string };

export type OrderDetailContext = {
  readonly orderId: string;
  readonly record: OrderRecord | null;
  /** Epoch ms of the server at which the record was read; 0 before the first read. */
  readonly observedAt: number;
  readonly failure: Failure | null;
};

export type OrderDetailEvent =
  | { readonly type: 'load.retry' }
  | { readonly type: 'detail.refresh' }
  /** The order's payment actor made a newer observation. */
  | { readonly type: 'order.observed'; readonly observation: OrderObservation };

export type OrderDetailReport =
  /** The order was read. If it is tracked, its payment may know an older status. */
  | { readonly type: 'order.loaded'; readonly observation: OrderObservation }
  /** The order is unpaid or still being delivered, so it must be tracked. */
  | { readonly type: 'order.tracked'; readonly record: OrderRecord }
  | ({ readonly type: 'status.refused' } & RefusedStatus)
  | { readonly type: 'screen.forbidden' };
