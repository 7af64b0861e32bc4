import { type Listener, type Port, wireListener, wirePort } from '../kernel/port.ts';
import type { OrderObservation, OrderTicket } from '../order/order.types.ts';
import { paymentMachine } from './payment.machine.ts';
import { type MethodPorts, wireMethods } from './payment.methods.ts';
import type { PaymentEvent } from './payment.types.ts';

type Only<Type extends PaymentEvent['type']> = Extract<PaymentEvent, { type: Type }>;

export type PaymentPorts = {
  readonly methods: MethodPorts;
  /**
   * `/api/order/record`, or `/api/epoint/paymentIds/detail` for an E Point order, with a timeout of 10 s. Also broadcasts the result to
   * the other tabs. Rejects with `orderNumberWrong` if the record does not contain the order (replica lag in its first seconds).
   */
  readOrder: Port<OrderObservation, Pick<OrderTicket, 'kind' | 'orderId'>>;
  /** Deletes the stored order. Never rejects. */
  deleteOrder: Port<void, { readonly orderId: string }>;
  /** Stores whether the order is deferred, so that a reload shows it the same way. Never rejects. */
  saveDeferred: Port<void, { readonly orderId: string; readonly deferred: boolean }>;
  /** Fires once server time has reached `at` (epoch ms), re-checked whenever the tab wakes. */
  deadline: Listener<never, Only<'deadline.reached'>, { readonly at: number }>;
  /** Wake-ups and connectivity while the order is tracked. */
  environment: Listener<never, Only<'tab.woke'> | Only<'network.changed'>, Record<string, never>>;
  /** Web Lock and broadcasts: one tab polls, the one that became visible last; the others follow. Without the lock API every tab leads. */
  peers: Listener<
    never,
    Only<'leader.elected'> | Only<'leader.lost'> | Only<'peer.observed'>,
    { readonly orderId: string }
  >;
};

export const wirePayment = (ports: PaymentPorts): typeof paymentMachine =>
  paymentMachine.provide({
    actors: {
      ...wireMethods(ports.methods),
      readOrder: wirePort(ports.readOrder),
      deleteOrder: wirePort(ports.deleteOrder),
      saveDeferred: wirePort(ports.saveDeferred),
      deadline: wireListener(ports.deadline),
      environment: wireListener(ports.environment),
      peers: wireListener(ports.peers),
    },
  });
