import { type Port, wirePort } from '../kernel/port.ts';
import type { OrderObservation } from '../order/order.types.ts';
import { orderDetailMachine } from './order-detail.machine.ts';

export type OrderDetailPorts = {
  /** `/api/order/record` for one order. Rejects with `orderNumberWrong` for an unknown order, with `forbidden` on HTTP 403. */
  loadOrder: Port<OrderObservation, { readonly orderId: string }>;
};

export const wireOrderDetail = (ports: OrderDetailPorts): typeof orderDetailMachine =>
  orderDetailMachine.provide({ actors: { loadOrder: wirePort(ports.loadOrder) } });
