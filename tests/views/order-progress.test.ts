import { expect, test } from 'vitest';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import { progressOf } from '../../src/views/order/order-progress.ts';

const T = 1_700_000_000_000;
const history = (...statuses: OrderStatus[]) => statuses.map((status, at) => ({ status, at: T + at * 1_000 }));
const seen = (status: OrderStatus, ...statuses: OrderStatus[]) =>
  progressOf(T, status, history(...statuses)).map(({ kind, state, at }) => [
    kind,
    state,
    at === null ? null : (at - T) / 1_000,
  ]);

test.each<[string, ReturnType<typeof seen>, ReturnType<typeof seen>]>([
  [
    'unpaid',
    seen('pending', 'pending'),
    [
      ['created', 'done', 0],
      ['payNow', 'current', null],
      ['deliveryAhead', 'ahead', null],
    ],
  ],
  [
    'paid',
    seen('paid', 'pending', 'paid'),
    [
      ['created', 'done', 0],
      ['paid', 'done', 1],
      ['delivering', 'current', null],
    ],
  ],
  [
    'delivered',
    seen('delivered', 'pending', 'paid', 'delivered'),
    [
      ['created', 'done', 0],
      ['paid', 'done', 1],
      ['delivered', 'done', 2],
    ],
  ],
  [
    'delivered, no history',
    seen('delivered'),
    [
      ['created', 'done', 0],
      ['paid', 'done', null],
      ['delivered', 'done', null],
    ],
  ],
  [
    'failed',
    seen('failed', 'pending', 'failed'),
    [
      ['created', 'done', 0],
      ['failed', 'failed', 1],
    ],
  ],
  [
    'overdue',
    seen('overdue', 'pending', 'overdue'),
    [
      ['created', 'done', 0],
      ['overdue', 'failed', 1],
    ],
  ],
  [
    'paid late',
    seen('paid', 'pending', 'overdue', 'paid'),
    [
      ['created', 'done', 0],
      ['overdue', 'failed', 1],
      ['paidLate', 'done', 2],
      ['delivering', 'current', null],
    ],
  ],
  [
    'refunded before delivery',
    seen('refunded', 'pending', 'paid', 'refunded'),
    [
      ['created', 'done', 0],
      ['paid', 'done', 1],
      ['refunded', 'done', 2],
    ],
  ],
  [
    'refunded after delivery',
    seen('refunded', 'pending', 'paid', 'delivered', 'refunded'),
    [
      ['created', 'done', 0],
      ['paid', 'done', 1],
      ['delivered', 'done', 2],
      ['refunded', 'done', 3],
    ],
  ],
])('ORDR-07 C41 · the timeline of an order that is %s', (_, shown, expected) => {
  expect(shown).toEqual(expected);
});
