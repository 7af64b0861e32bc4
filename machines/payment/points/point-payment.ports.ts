import { type Listener, type Port, wireListener, wirePort } from '../../kernel/port.ts';
import { pointPaymentMachine } from './point-payment.machine.ts';
import type { PointOrder, PointPaymentEffect } from './point-payment.types.ts';

/** Every port rejects with a kernel `Failure`. */
export type PointPaymentPorts = {
  /** `/api/operate/coinBalance` and `/api/epoint/balance`, in E Points. If they differ, both are read again and the lower amount is used. */
  loadCoinBalance: Port<number, Record<string, never>>;
  /** `/api/payment/order/epoint/pay`. Rejects with `balanceInsufficient`, `orderOver`, or a reason such as `timedOut` for an unknown outcome. */
  payWithPoints: Port<void, { readonly orderId: string }>;
  /** Stores with the order whether E Points are being taken for it. Never throws. */
  effects: Listener<PointPaymentEffect, never, { readonly orderId: string }>;
  /** `/api/epoint/paymentIds/detail` for one order. */
  readOrder: Port<PointOrder, { readonly kind: 'epoint'; readonly orderId: string }>;
};

export const wirePointPayment = (ports: PointPaymentPorts): typeof pointPaymentMachine =>
  pointPaymentMachine.provide({
    actors: {
      effects: wireListener(ports.effects),
      loadCoinBalance: wirePort(ports.loadCoinBalance),
      payWithPoints: wirePort(ports.payWithPoints),
      readOrder: wirePort(ports.readOrder),
    },
  });
