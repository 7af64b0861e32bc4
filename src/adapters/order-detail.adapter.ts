import type { OrderDetailPorts } from '../../machines/order-detail/order-detail.machine.ts';
import type { OrderReader } from './order-reader.ts';

export const createOrderDetailPorts = (reader: OrderReader): OrderDetailPorts => ({
  loadOrder: ({ orderId }, signal) => reader.read({ kind: 'order', orderId }, signal),
});
