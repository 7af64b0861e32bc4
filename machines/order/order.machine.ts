import { setup } from 'xstate';
import type { OrderStatus } from './order.status.ts';

/** One verified fact each; the event says what happened to the money or the goods. */
type OrderEvent =
  | { readonly type: 'payment.captured' }
  | { readonly type: 'payment.closed' }
  | { readonly type: 'deadline.passed' }
  | { readonly type: 'goods.delivered' }
  | { readonly type: 'money.refunded' };

const orderSetup = setup({ types: { events: {} as OrderEvent, meta: {} as { code: OrderStatus } } });

export const orderMachine = orderSetup.createMachine({
  id: 'order',
  options: { maxIterations: 1_000 },
  initial: 'pending',
  states: {
    pending: {
      meta: { code: 1 },
      on: { 'payment.captured': 'success', 'payment.closed': 'fail', 'deadline.passed': 'overdue' },
    },
    success: { meta: { code: 2 }, on: { 'goods.delivered': 'arrived', 'money.refunded': 'refunded' } },
    fail: { meta: { code: 3 }, on: { 'payment.captured': 'success' } },
    arrived: { meta: { code: 4 }, on: { 'money.refunded': 'refunded' } },
    refunded: { meta: { code: 5 } },
    overdue: { meta: { code: 6 }, on: { 'payment.captured': 'success' } },
  },
});
