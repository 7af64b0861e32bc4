import { describe, expect, test } from 'vitest';
import { choicesToRepeat } from '../../machines/order/order.purchase.ts';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import type { OrderRecord } from '../../machines/order/order.types.ts';
import { orderAdvice } from '../../machines/order-detail/order-detail.screens.ts';
import { recordOf } from '../support/orders.ts';

const forMoney: Partial<OrderRecord> = {};
const withPoints: Partial<OrderRecord> = { points: 99, channelCode: 'epoint', paymentMethod: 'E Points' };
const ofPoints: Partial<OrderRecord> = {
  orderType: 'epoint',
  recipient: null,
  gameName: null,
  itemId: 'p500',
  credit: { basic: 500, present: 50 },
};
const hintOf = (status: OrderStatus, more: Partial<OrderRecord>) => orderAdvice(recordOf(status, more)).hint;

describe('order statuses in words', () => {
  test.each<[OrderStatus, string, string, string]>([
    ['pending', 'unpaid', 'unpaid', 'unpaid'],
    ['paid', 'delivering', 'delivering', 'crediting'],
    ['failed', 'failed', 'failed', 'failed'],
    ['delivered', 'delivered', 'delivered', 'credited'],
    ['refunded', 'moneyBack', 'pointsBack', 'moneyBack'],
    ['overdue', 'overdue', 'overdue', 'overdue'],
  ])(
    'D9 ORDR-05 · status %s: for money %s, with E Points %s, E Points for money %s',
    (status, money, points, credit) => {
      expect([forMoney, withPoints, ofPoints].map((more) => hintOf(status, more))).toEqual([money, points, credit]);
    },
  );

  test('D9 EPNT-03 · the text of a refund depends on how the order was paid, not on what was bought', () => {
    expect(hintOf('refunded', { ...ofPoints, points: null })).toBe('moneyBack');
    expect(hintOf('refunded', { recipient: null, itemId: null, channelCode: null, points: 5 })).toBe('pointsBack');
  });
});

describe('next actions', () => {
  test('D8 ORDR-05 RCHG-14 · a failed or overdue order can be ordered again, for a role or as E Points', () => {
    for (const status of ['failed', 'overdue'] as const) {
      expect(orderAdvice(recordOf(status)).next).toEqual({
        kind: 'repeat',
        choices: { serverId: 's1', roleId: 'r7', itemId: 'g60', channelCode: 'card' },
      });
      expect(orderAdvice(recordOf(status, ofPoints)).next).toEqual({
        kind: 'repeat',
        choices: { serverId: null, roleId: null, itemId: 'p500', channelCode: 'card' },
      });
    }
  });

  test.each<[string, Partial<OrderRecord>, 'game' | 'epoint']>([
    ['the recipient of a game order', { recipient: null }, 'game'],
    ['the item', { itemId: null }, 'game'],
    ['the channel', { channelCode: null }, 'game'],
    ['the recipient and the type', { recipient: null, orderType: null }, 'game'],
    ['the package', { ...ofPoints, itemId: null }, 'epoint'],
  ])('D8 ORDR-05 · without %s the order cannot be repeated, and a new top-up is offered', (_, more, target) => {
    expect(orderAdvice(recordOf('failed', more))).toEqual({ hint: 'failedStartNew', next: { kind: 'start', target } });
    expect(orderAdvice(recordOf('overdue', more))).toEqual({
      hint: 'overdueStartNew',
      next: { kind: 'start', target },
    });
  });

  test('D8 ORDR-05 · nothing is offered for an order that is unpaid, paid, delivered or refunded', () => {
    for (const status of ['pending', 'paid', 'delivered', 'refunded'] as const)
      expect(orderAdvice(recordOf(status, { recipient: null })).next).toEqual({ kind: 'none' });
  });

  test('D8 RCHG-14 · the payment dialog and the order page repeat the same choices', () => {
    for (const more of [forMoney, withPoints, ofPoints]) {
      const record = recordOf('overdue', more);
      const { next } = orderAdvice(record);
      expect(next).toEqual({ kind: 'repeat', choices: choicesToRepeat(null, record) });
    }
    const nameless = recordOf('overdue', { recipient: null });
    expect(choicesToRepeat(null, nameless)).toBeNull();
  });
});
