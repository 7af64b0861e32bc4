import { expect, test } from 'vitest';
import type { RuleStep } from '../../machines/kernel/rule.ts';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import { paymentMachine } from '../../machines/payment/payment.machine.ts';
import { initialContext } from '../../machines/payment/payment.model.ts';
import { PAYMENT_RULES } from '../../machines/payment/payment.rules.ts';
import type { PaymentContext } from '../../machines/payment/payment.types.ts';
import { CREATED_AT, recordOf, ticket } from '../support/machines/orders.ts';
import { expectNamed, type Judgment, judge } from '../support/machines/rule-judgment.ts';

const CONTEXT = initialContext({ ticket, mode: 'created', shown: true, windowRef: null, record: null });

type Shown = { readonly phase?: 'unpaid' | 'lastCheck'; readonly idle?: 'paused' | 'waiting'; readonly path?: string };

/** A step of the payment of order `o-1` with this status, or no status yet. */
const shows = (
  status: OrderStatus | null,
  { phase = 'unpaid', idle = 'paused', path = '$/payment', ...context }: Shown & Partial<PaymentContext> = {},
): RuleStep => ({
  machine: 'payment',
  path,
  event: { type: 'order.moved' },
  snapshot: paymentMachine.resolveState({
    value: {
      following: {
        phase,
        method: 'waiting',
        presence: 'shown',
        completed: 'ready',
        polling: { idle },
        storage: 'stored',
      },
    },
    context: { ...CONTEXT, record: status && recordOf(status), ...context },
  }),
  running: new Map(),
});
const ofOrder = (orderId: string): Partial<PaymentContext> => ({ ticket: { ...ticket, orderId } });

test('a rule about payments has an id and a sentence', () => expectNamed(PAYMENT_RULES));

test.each<{ what: string; steps: readonly RuleStep[]; found: readonly Judgment[] }>([
  {
    what: 'a payment in time',
    steps: [shows(null), shows('pending'), shows('pending', { idle: 'waiting' }), shows('paid'), shows('delivered')],
    found: [],
  },
  {
    what: 'a late payment',
    steps: [shows('pending'), shows('pending', { phase: 'lastCheck' }), shows('overdue'), shows('paid'), shows('paid')],
    found: [],
  },
  ...(['failed', 'overdue'] as const).map((status) => ({
    what: `a paid order that is shown as ${status}`,
    steps: [shows('paid'), shows(status)],
    found: [
      { id: 'paid-never-failed', step: 1, problem: `o-1 is shown as ${status}` },
      { id: 'status-along-chart', step: 1, problem: `o-1 changes from paid to ${status}` },
    ],
  })),
  {
    what: 'a paid order that is checked as if it had expired',
    steps: [shows('delivered'), shows(null), shows('delivered', { phase: 'lastCheck' })],
    found: [{ id: 'paid-never-failed', step: 2, problem: 'o-1 is shown as last-check' }],
  },
  {
    what: 'another order that fails after a payment',
    steps: [shows('paid'), shows('failed', { ...ofOrder('o-2'), path: '$/payment~2' })],
    found: [],
  },
  {
    what: 'the first of two paid orders that fails',
    steps: [
      shows('paid'),
      shows('paid', { ...ofOrder('o-2'), path: '$/payment~2' }),
      shows('failed', { path: '$/payment~3' }),
    ],
    found: [{ id: 'paid-never-failed', step: 2, problem: 'o-1 is shown as failed' }],
  },
  ...(['overdue', 'failed'] as const).map((status) => ({
    what: `an order that can be paid again after ${status}`,
    steps: [shows(status), shows('pending')],
    found: [
      { id: 'expired-never-payable', step: 1, problem: 'o-1 is shown as unpaid' },
      { id: 'status-along-chart', step: 1, problem: `o-1 changes from ${status} to pending` },
    ],
  })),
  {
    what: 'an expired order that is offered in the banner',
    steps: [shows('overdue'), shows('pending', { shown: false, path: '$/payment~2' })],
    found: [{ id: 'expired-never-payable', step: 1, problem: 'o-1 is shown as deferred' }],
  },
  {
    what: 'an expired order whose last check comes again',
    steps: [shows('failed'), shows('failed', { phase: 'lastCheck' })],
    found: [{ id: 'expired-never-payable', step: 1, problem: 'o-1 is shown as last-check' }],
  },
  {
    what: 'an expired order that a new tab has not read yet',
    steps: [shows('overdue'), shows(null, { path: '$/payment~2' })],
    found: [],
  },
  {
    what: 'a pending order next to an expired one',
    steps: [shows('overdue'), shows('pending', { ...ofOrder('o-2'), path: '$/payment~2' })],
    found: [],
  },
  {
    what: 'the first of two expired orders that can be paid again',
    steps: [
      shows('overdue'),
      shows('failed', { ...ofOrder('o-2'), path: '$/payment~2' }),
      shows('pending', { path: '$/payment~3' }),
    ],
    found: [{ id: 'expired-never-payable', step: 2, problem: 'o-1 is shown as unpaid' }],
  },
  {
    what: 'a deadline that moves ahead',
    steps: [shows('pending'), shows('pending', { deadlineAt: CREATED_AT + 301_500 })],
    found: [{ id: 'countdown-never-up', step: 1, problem: 'o-1 has 1500 ms more than before' }],
  },
  {
    what: 'a deadline that moves back',
    steps: [shows('pending'), shows('pending', { deadlineAt: CREATED_AT + 299_000 })],
    found: [],
  },
  {
    what: 'a deadline that moves back and ahead again',
    steps: [shows('pending'), shows('pending', { deadlineAt: CREATED_AT + 299_000 }), shows('pending')],
    found: [{ id: 'countdown-never-up', step: 2, problem: 'o-1 has 1000 ms more than before' }],
  },
  {
    what: 'the deadline of a later order, and then that of the first',
    steps: [
      shows('pending'),
      shows('pending', { ...ofOrder('o-2'), path: '$/payment~2', deadlineAt: CREATED_AT + 900_000 }),
      shows('pending', { deadlineAt: CREATED_AT + 300_001 }),
    ],
    found: [{ id: 'countdown-never-up', step: 2, problem: 'o-1 has 1 ms more than before' }],
  },
  {
    what: 'a status that the chart refuses after a step without a record',
    steps: [shows('refunded'), shows(null), shows('paid')],
    found: [{ id: 'status-along-chart', step: 2, problem: 'o-1 changes from refunded to paid' }],
  },
  {
    what: 'an earlier status in a second tab, and a refused one in the first',
    steps: [shows('delivered'), shows('paid', { path: '$/payment~2' }), shows('paid')],
    found: [{ id: 'status-along-chart', step: 2, problem: 'o-1 changes from delivered to paid' }],
  },
  ...(['delivered', 'refunded'] as const).map((status) => ({
    what: `a ${status} order that waits for its next read`,
    steps: [shows(status, { idle: 'waiting' })],
    found: [{ id: 'final-never-polled', step: 0, problem: `o-1 is ${status} and waits for its next read` }],
  })),
  { what: 'a paid order that waits for its next read', steps: [shows('paid', { idle: 'waiting' })], found: [] },
  { what: 'an unread order that waits for its first read', steps: [shows(null, { idle: 'waiting' })], found: [] },
  {
    what: 'steps of another machine',
    steps: [shows('paid'), { ...shows('failed'), machine: 'order-detail' }],
    found: [],
  },
])('the rules judge $what (RCHG-13, ORDR-02)', ({ steps, found }) => {
  expect(judge(PAYMENT_RULES, steps)).toEqual(found);
});
