import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import type { StateValueFrom } from 'xstate';
import { orderMachine } from '../../machines/order/order.machine.ts';
import {
  ANY_STATUS_CODE,
  hasLapsed,
  isFinal,
  isOpen,
  moneyOf,
  ORDER_STATUS_CODE,
  ORDER_STATUS_CODES,
  ORDER_STATUSES,
  type OrderStatus,
  paidStatuses,
  phaseOf,
  SERVER_STATUS,
  shownStatus,
  statusOfCode,
  statusOfName,
  toRecordStatus,
} from '../../machines/order/order.status.ts';
import { compareStatus, isAllowedMove } from '../../machines/order/order.transitions.ts';
import { assertCovered, coverTransitions } from '../support/machines/transition-coverage.ts';

/** Rows: from each status, columns: to each, by their codes. m: a move of the chart; r: reachable in several moves; =: the same status; ·: refused. */
const PAIRS = ['=mmrrm', '·=·mm·', '·m=rr·', '···=m·', '····=·', '·m·rr='] as const;

const pairs = PAIRS.flatMap((row, from) =>
  [...row].map((mark, to) => {
    const [a, b] = [ORDER_STATUSES[from], ORDER_STATUSES[to]];
    if (!a || !b) throw new Error('the table has a cell without a status');
    return { from: a, to: b, mark };
  }),
);

describe('the order chart', () => {
  test('statuses, server statuses and the names of the second enumeration (ORDR-01)', () => {
    expect(ORDER_STATUS_CODE).toEqual({ pending: 1, paid: 2, failed: 3, delivered: 4, refunded: 5, overdue: 6 });
    expect(SERVER_STATUS).toEqual({ open: 0, maintenance: 1 });
    expect(['Created', 'Pending', 'FullyPaid', 'Refunded', 'Paused'].map(statusOfName)).toEqual([
      'pending',
      'pending',
      'paid',
      'refunded',
      null,
    ]);
    expect(ORDER_STATUSES.map((status) => statusOfCode(ORDER_STATUS_CODE[status]))).toEqual(ORDER_STATUSES);
    expect([1, 6].map(statusOfCode)).toEqual(['pending', 'overdue']);
    expect([0, 7, -1, '1', null].map(statusOfCode)).toEqual([null, null, null, null, null]);
  });

  test('the API filters by the code of a status, or by -1 for every status (ORDR-01, ORDR-06)', () => {
    expect(ORDER_STATUS_CODES).toEqual(ORDER_STATUSES.map((status) => ORDER_STATUS_CODE[status]));
    expect(ANY_STATUS_CODE).toBe(-1);
  });

  test('the states of the chart are the statuses (ORDR-02)', () => {
    expectTypeOf<StateValueFrom<typeof orderMachine>>().toEqualTypeOf<OrderStatus>();
    expect(Object.keys(orderMachine.root.states).toSorted()).toEqual(ORDER_STATUSES.toSorted());
  });

  test.each(pairs)('$from → $to: $mark (ORDR-02, C35)', ({ from, to, mark }) => {
    expect(isAllowedMove(from, to)).toBe(mark === 'm');
    const kind = mark === '=' ? 'same' : mark === '·' ? 'refused' : 'moved';
    expect(compareStatus(from, to)).toEqual({ kind, status: kind === 'moved' ? to : from });
  });

  test('every transition is taken on a real actor (ORDR-02)', async () => {
    vi.useFakeTimers();
    const events = orderMachine.events.map((type) => ({ type }));
    assertCovered(await coverTransitions(orderMachine, { inputs: [undefined], events }));
  });
});

describe('the shown status', () => {
  test('the record lists a delivered order under 3 and keeps the other codes (ORDR-03)', () => {
    const kept = ORDER_STATUSES.filter((status) => status !== 'delivered');
    expect(kept.map(toRecordStatus)).toEqual(kept.map((status) => ORDER_STATUS_CODE[status]));
    expect(toRecordStatus('delivered')).toBe(3);
  });

  test('a delivered order is shown by its raw status, so it never reads "failed" or merely "paid" (ORDR-04, C41)', () => {
    expect(ORDER_STATUSES.map((status) => shownStatus({ status, isStatusUnknown: false }))).toEqual(ORDER_STATUSES);
    expect(shownStatus({ status: 'pending', isStatusUnknown: true })).toBe('unknown');
  });
});

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
