import type { Port } from '../kernel/port.ts';
import type { OrderObservation } from '../order/order.types.ts';

export type OrderDetailPorts = {
  /** `/api/order/record` for one order. Rejects `orderNumberWrong` for an unknown one, `forbidden` on HTTP 403. */
  readOrder: Port<OrderObservation, { readonly orderId: string }>;
};
