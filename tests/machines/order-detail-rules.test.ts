import { expect, test } from 'vitest';
import type { RuleStep } from '../../machines/kernel/rule.ts';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import { orderDetailMachine } from '../../machines/order-detail/order-detail.machine.ts';
import { ORDER_DETAIL_RULES } from '../../machines/order-detail/order-detail.rules.ts';
import { recordOf } from '../support/machines/orders.ts';
import { expectNamed, judge } from '../support/machines/rule-judgment.ts';

/** A step of an order page that shows this status, or no status yet. */
const shows = (status: OrderStatus | null, more: Partial<RuleStep> = {}): RuleStep => ({
  machine: 'order-detail',
  path: '$/detail',
  event: { type: 'order.observed' },
  snapshot: orderDetailMachine.resolveState({
    value: status ? 'shown' : 'loading',
    context: { orderId: 'o-1', record: status && recordOf(status), observedAt: 1, failure: null },
  }),
  running: new Map(),
  ...more,
});
const second = { path: '$/detail~2' };

test('a rule about the page of an order has an id and a sentence', () => expectNamed(ORDER_DETAIL_RULES));

test.each<{ what: string; steps: readonly RuleStep[]; found: { step: number; problem: string } | null }>([
  {
    what: 'moves of the chart',
    steps: [shows(null), shows('pending'), shows('paid'), shows('paid'), shows('refunded')],
    found: null,
  },
  {
    what: 'a status that the chart refuses',
    steps: [shows('pending'), shows('paid'), shows('pending')],
    found: { step: 2, problem: 'o-1 changes from paid to pending' },
  },
  {
    what: 'a refused status after the page was empty',
    steps: [shows('delivered'), shows(null), shows('paid')],
    found: { step: 2, problem: 'o-1 changes from delivered to paid' },
  },
  { what: 'an earlier status on a second page', steps: [shows('paid'), shows('pending', second)], found: null },
  {
    what: 'a refused status on the first of two pages',
    steps: [shows('paid'), shows('pending', second), shows('pending')],
    found: { step: 2, problem: 'o-1 changes from paid to pending' },
  },
  { what: 'steps of another machine', steps: [shows('paid'), shows('pending', { machine: 'payment' })], found: null },
])('the rules judge $what (ORDR-02)', ({ steps, found }) => {
  expect(judge(ORDER_DETAIL_RULES, steps)).toMatchObject(found ? [found] : []);
});
