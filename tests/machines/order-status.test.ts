import { expect, test } from 'vitest';
import { hasLapsed, isFinal, isOpen, moneyOf, paidStatuses, phaseOf } from '../../machines/order/order.status.ts';

test.each([
  { status: 'pending', phase: 'unpaid', money: 'none', is: 'open' },
  { status: 'paid', phase: 'delivering', money: 'retained', is: 'open, paid' },
  { status: 'failed', phase: 'lapsed', money: 'none', is: 'lapsed' },
  { status: 'delivered', phase: 'delivered', money: 'retained', is: 'paid, final' },
  { status: 'refunded', phase: 'refunded', money: 'returned', is: 'final' },
  { status: 'overdue', phase: 'lapsed', money: 'none', is: 'lapsed' },
] as const)('status $status: phase $phase, money $money, $is (ORDR-05)', ({ status, phase, money, is }) => {
  expect([phaseOf(status), moneyOf(status)]).toEqual([phase, money]);
  const found = {
    open: isOpen(status),
    lapsed: hasLapsed(status),
    paid: paidStatuses().includes(status),
    final: isFinal(status),
  };
  const names = Object.entries(found).flatMap(([name, holds]) => (holds ? [name] : []));
  expect(names.join(', ')).toBe(is);
});
