import { type PointPaymentPorts, wirePointPayment } from '../epoint/point-payment.ports.ts';
import { type Listener, type Port, wireListener, wirePort } from '../kernel/port.ts';
import type { OrderObservation, OrderTicket } from '../order/order.types.ts';
import { paymentMachine } from './payment.machine.ts';
import type { PaymentEvent } from './payment.types.ts';

type Only<Type extends PaymentEvent['type']> = Extract<PaymentEvent, { type: Type }>;

export type PaymentPorts = Omit<PointPaymentPorts, 'readOrder'> & {
  /**
   * Navigates the pre-opened window to pay_url. `opened: false` when it was blocked, closed, or pay_url is not allowed
   * (`refused` is true, and it must not be offered as a link either).
   */
  openWindow: Port<
    { readonly opened: boolean; readonly refused: boolean },
    { readonly windowRef: string | null; readonly payUrl: string | null; readonly orderId: string }
  >;
  /**
   * `/api/order/record`, or `/api/epoint/paymentIds/detail` for an E Point order; 10 s timeout, also broadcast to the other tabs. Rejects `orderNumberWrong` if
   * the record does not contain it (replica lag in its first seconds).
   */
  readOrder: Port<OrderObservation, Pick<OrderTicket, 'kind' | 'orderId'>>;
  /** Deletes the stored order. Never rejects. */
  deleteOrder: Port<void, { readonly orderId: string }>;
  /** Stores whether the order is deferred, so that a reload shows it the same way. Never rejects. */
  saveDeferred: Port<void, { readonly orderId: string; readonly deferred: boolean }>;
  /** Fires once server time has reached `at` (epoch ms), re-checked whenever the tab wakes. */
  deadline: Listener<never, Only<'deadline.reached'>, { readonly at: number }>;
  /** Wake-ups, connectivity and the closing of the payment window while the order is tracked. */
  environment: Listener<
    never,
    Only<'tab.woke'> | Only<'network.changed'> | Only<'window.closed'>,
    { readonly windowRef: string | null }
  >;
  /** Web Lock and broadcasts: one tab polls, the others follow. Without the lock API every tab leads. */
  peers: Listener<never, Only<'lead.gained'> | Only<'peer.observed'>, { readonly orderId: string }>;
};

export const wirePayment = (ports: PaymentPorts): typeof paymentMachine =>
  paymentMachine.provide({
    actors: {
      openWindow: wirePort(ports.openWindow),
      readOrder: wirePort(ports.readOrder),
      deleteOrder: wirePort(ports.deleteOrder),
      saveDeferred: wirePort(ports.saveDeferred),
      pointPayment: wirePointPayment(ports),
      deadline: wireListener(ports.deadline),
      environment: wireListener(ports.environment),
      peers: wireListener(ports.peers),
    },
  });
