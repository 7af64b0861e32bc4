import { type Port, wireListener, wirePort } from '../kernel/port.ts';
import type { OrderTicket } from '../order/order.types.ts';
import { submitOrderMachine } from './submit-order.machine.ts';
import type { OrderIntent } from './submit-order.types.ts';
import { holdWindow } from './submit-order.window.ts';

/** Every port rejects with a kernel `Failure`. */
export type SubmitOrderPorts = {
  /** Must be durable before `createOrder` is asked; rejects (`systemBusy`) when nothing can be stored. */
  saveIntent: Port<void, { readonly intent: OrderIntent }>;
  /**
   * The creating call that fits the choices, with the intent's key and quote. Also writes the resume record of the order
   * before it resolves. Rejects `timedOut` or `requestError` when the outcome is unknown, and `recipientNeeded` without a
   * cached role list: then nothing was sent.
   */
  createOrder: Port<OrderTicket, { readonly intent: OrderIntent }>;
  /**
   * Finds the intent's order in `/api/order/record` (same item, recipient, within the minute); null when there is none.
   * Writes the resume record of what it finds, as `createOrder` does.
   */
  lookUpOrder: Port<OrderTicket | null, { readonly intent: OrderIntent }>;
  /** Closes the pre-opened window of an order that will not be paid. Never rejects. */
  closeWindow: Port<void, { readonly windowRef: string | null }>;
};

export const wireSubmitOrder = (ports: SubmitOrderPorts): typeof submitOrderMachine =>
  submitOrderMachine.provide({
    actors: {
      saveIntent: wirePort(ports.saveIntent),
      createOrder: wirePort(ports.createOrder),
      lookUpOrder: wirePort(ports.lookUpOrder),
      reservedWindow: wireListener(holdWindow(ports)),
    },
  });
