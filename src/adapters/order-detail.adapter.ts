import type { OrderDetailPorts } from '../../machines/order-detail/order-detail.ports.ts';
import { asking } from './asking.ts';
import type { OrderReader } from './order-reader.ts';

export const createOrderDetailPorts = (reader: OrderReader): OrderDetailPorts => ({
  readOrder: asking(({ orderId }, signal) => reader.read({ kind: 'order', orderId }, signal)),
});
