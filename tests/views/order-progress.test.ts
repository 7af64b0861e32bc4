import { expect, test } from 'vitest';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import { progressOf } from '../../src/views/order/order-timeline.view.tsx';

const T = 1_700_000_000_000;
const history = (...statuses: OrderStatus[]) => statuses.map((status, at) => ({ status, at: T + at * 1_000 }));
/** Each line as text, state and seconds since the order was created. */
const seen = (status: OrderStatus, ...statuses: OrderStatus[]): string[] =>
  progressOf({ paymentCreateTime: T, status, timeline: history(...statuses), orderType: 'game' }).map(
    ({ text, state, at }) => `${text.replace('status.', '')} ${state} ${at === null ? '-' : (at - T) / 1_000}`,
  );

test.each<[string, string[], string[]]>([
  ['unpaid', seen('pending', 'pending'), ['pending.step done 0', 'pending.now current -', 'delivered.ahead ahead -']],
  ['paid', seen('paid', 'pending', 'paid'), ['pending.step done 0', 'paid.step done 1', 'paid.now current -']],
  [
    'delivered',
    seen('delivered', 'pending', 'paid', 'delivered'),
    ['pending.step done 0', 'paid.step done 1', 'delivered.step done 2'],
  ],
  ['delivered, no history', seen('delivered'), ['pending.step done 0', 'paid.step done -', 'delivered.step done -']],
  ['failed', seen('failed', 'pending', 'failed'), ['pending.step done 0', 'failed.step failed 1']],
  ['overdue', seen('overdue', 'pending', 'overdue'), ['pending.step done 0', 'overdue.step failed 1']],
  [
    'paid late',
    seen('paid', 'pending', 'overdue', 'paid'),
    ['pending.step done 0', 'overdue.step failed 1', 'paid.stepLate done 2', 'paid.now current -'],
  ],
  [
    'refunded before delivery',
    seen('refunded', 'pending', 'paid', 'refunded'),
    ['pending.step done 0', 'paid.step done 1', 'refunded.step done 2'],
  ],
  [
    'refunded after delivery',
    seen('refunded', 'pending', 'paid', 'delivered', 'refunded'),
    ['pending.step done 0', 'paid.step done 1', 'delivered.step done 2', 'refunded.step done 3'],
  ],
])('the timeline of an order that is %s (ORDR-07, C41)', (_, shown, expected) => {
  expect(shown).toEqual(expected);
});

test('the timeline of E Points names them (ORDR-07, EPNT-03, C41)', () => {
  const linesOf = (status: OrderStatus) =>
    progressOf({ paymentCreateTime: T, status, timeline: [], orderType: 'epoint' }).map(({ text }) => text);
  expect(linesOf('pending').at(-1)).toBe('status.delivered.aheadCredit');
  expect(linesOf('paid').at(-1)).toBe('status.paid.nowCredit');
  expect(linesOf('delivered').at(-1)).toBe('status.delivered.stepCredit');
});
