import { setup } from 'xstate';

/** Each event is a verified fact about payment or delivery. */
type OrderEvent =
  | { readonly type: 'payment.captured' }
  | { readonly type: 'payment.closed' }
  | { readonly type: 'deadline.passed' }
  | { readonly type: 'goods.delivered' }
  | { readonly type: 'money.refunded' };

const orderSetup = setup({ types: { events: {} as OrderEvent } });

/** Its states are the values of `OrderStatus`. */
export const orderMachine = orderSetup.createMachine({
  id: 'order',
  options: { maxIterations: 1_000 },
  initial: 'pending',
  states: {
    pending: { on: { 'payment.captured': 'paid', 'payment.closed': 'failed', 'deadline.passed': 'overdue' } },
    paid: { on: { 'goods.delivered': 'delivered', 'money.refunded': 'refunded' } },
    failed: { on: { 'payment.captured': 'paid' } },
    delivered: { on: { 'money.refunded': 'refunded' } },
    refunded: {},
    overdue: { on: { 'payment.captured': 'paid' } },
  },
});
