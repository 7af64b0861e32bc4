import { type Listener, type Port, wireListener, wirePort } from '../kernel/port.ts';
import type { OrderTicket } from '../order/order.types.ts';
import { submitOrderMachine } from './submit-order.machine.ts';
import type { OrderIntent, SubmitOrderEvent } from './submit-order.types.ts';
import { closeUnlessReleased } from './submit-order.window.ts';

/** Every port rejects with a kernel `Failure`. */
export type SubmitOrderPorts = {
  /** Must be durable before `createOrder` is called. Rejects with `storageRefused` when the browser stores nothing. */
  saveIntent: Port<void, { readonly intent: OrderIntent }>;
  /**
   * Calls the endpoint that fits the choices, with the intent's key and quote, and stores the ticket before it resolves.
   * Rejects with `timedOut` or `requestError` when the outcome is unknown. Sends nothing and rejects, without a code of the API, with
   * `recipientNeeded` when no role list is cached and with `roleGone` when the list lacks the role. After the time to pay, it sends
   * nothing and rejects with `timedOut`.
   */
  createOrder: Port<OrderTicket, { readonly intent: OrderIntent }>;
  /**
   * Finds the intent's order in `/api/order/record` (same item and recipient, at most a minute older). Stores its ticket, as
   * `createOrder` does. Resolves to null only if `createOrder` may send the same key again: the API honors keys, and either every row
   * was read and none can be the order, or the API can still prepare the payment page of the order.
   * Rejects with `requestError` when nothing proves that no order exists. Rejects with `priceChanged` when the order is unpaid and its
   * price in E Points differs from the confirmed price. Rejects with `orderNumberWrong`, without a code, when there is no order and the
   * time to pay is over: the player must confirm again.
   */
  lookUpOrder: Port<OrderTicket | null, { readonly intent: OrderIntent }>;
  /** The player returned to the tab, or the browser is online again. */
  wakeUps: Listener<never, Extract<SubmitOrderEvent, { type: 'tab.woke' }>, Record<string, never>>;
  /** Closes the pre-opened window of an order that was not created. Never rejects. */
  closeWindow: Port<void, { readonly windowRef: string | null }>;
};

export const wireSubmitOrder = (ports: SubmitOrderPorts): typeof submitOrderMachine =>
  submitOrderMachine.provide({
    actors: {
      saveIntent: wirePort(ports.saveIntent),
      createOrder: wirePort(ports.createOrder),
      lookUpOrder: wirePort(ports.lookUpOrder),
      reservedWindow: wireListener(closeUnlessReleased(ports)),
      wakeUps: wireListener(ports.wakeUps),
    },
  });
