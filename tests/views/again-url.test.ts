import { expect, test } from 'vitest';
import { ORDER_STATUSES } from '../../machines/order/order.status.ts';
import { againUrl } from '../../src/views/order/again-url.ts';
import { recordOf } from '../support/machines/orders.ts';

test('a delivered order is bought again with its server, character, item and method (ORDR-08)', () => {
  expect(againUrl(recordOf('delivered'))).toBe('/main/recharge?server=s1&role=r7&item=g60&method=card&price=99');
  const odd = recordOf('delivered', { itemId: 'a&b=ü' });
  expect(againUrl(odd)).toBe('/main/recharge?server=s1&role=r7&item=a%26b%3D%C3%BC&method=card&price=99');
});

test('a purchase of E Points leads to the E Point recharge (ORDR-08)', () => {
  const record = recordOf('delivered', { orderType: 'epoint', recipient: null, itemId: 'epoint.500' });
  expect(againUrl(record)).toBe('/main/recharge?target=epoint&item=epoint.500&method=card&price=99');
});

test('an order that is not delivered, or whose record lacks a choice, cannot be bought again (ORDR-08)', () => {
  expect(ORDER_STATUSES.filter((status) => againUrl(recordOf(status)) !== null)).toEqual(['delivered']);
  expect(againUrl(recordOf('delivered', { itemId: null }))).toBeNull();
  expect(againUrl(recordOf('delivered', { recipient: null }))).toBeNull();
});
