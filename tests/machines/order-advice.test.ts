import { describe, expect, test } from 'vitest';
import { choicesToRepeat } from '../../machines/order/order.purchase.ts';
import type { OrderRecord } from '../../machines/order/order.types.ts';
import { nextOrderOf } from '../../machines/order-detail/order-detail.screens.ts';
import { recordOf } from '../support/machines/orders.ts';

const forMoney: Partial<OrderRecord> = {};
const withPoints: Partial<OrderRecord> = {
  payment: { kind: 'points', amount: 99 },
  channelCode: 'epoint',
  paymentMethod: 'E Points',
};
const ofPoints: Partial<OrderRecord> = {
  orderType: 'epoint',
  recipient: null,
  gameName: null,
  itemId: 'p500',
  credit: { basic: 500, present: 50 },
};

describe('next actions', () => {
  test.each<[string, Partial<OrderRecord>, 'game' | 'epoint']>([
    ['the recipient of a game order', { recipient: null }, 'game'],
    ['the item', { itemId: null }, 'game'],
    ['the channel', { channelCode: null }, 'game'],
    ['the recipient and the type', { recipient: null, orderType: null }, 'game'],
    ['the package', { ...ofPoints, itemId: null }, 'epoint'],
  ])('without %s the order cannot be repeated, and a new top-up is offered (D8, ORDR-05)', (_, more, target) => {
    for (const status of ['failed', 'overdue'] as const)
      expect(nextOrderOf(recordOf(status, more))).toEqual({ kind: 'start', target });
  });

  test('nothing is offered for an order that is unpaid, paid, delivered or refunded (D8, ORDR-05)', () => {
    for (const status of ['pending', 'paid', 'delivered', 'refunded'] as const)
      expect(nextOrderOf(recordOf(status, { recipient: null }))).toEqual({ kind: 'none' });
  });

  test('the payment dialog and the order page repeat the same choices (D8, RCHG-14)', () => {
    for (const more of [forMoney, withPoints, ofPoints]) {
      const record = recordOf('overdue', more);
      expect(nextOrderOf(record)).toEqual({ kind: 'repeat', choices: choicesToRepeat(null, record) });
    }
    const nameless = recordOf('overdue', { recipient: null });
    expect(choicesToRepeat(null, nameless)).toBeNull();
  });
});
