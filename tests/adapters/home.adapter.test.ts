import { expect, test } from 'vitest';
import { ORDER_ROW } from '../support/api/wire-samples.ts';
import { createCoreHarness, never } from '../support/machines/core-harness.ts';

const ORDERS = '/api/order/record';
const REBATES = '/api/e-recharge/rebate/info';

const rebate = (percent: number, kind: 'first' | 'standing') => ({
  item_id: `epoint.${percent}`,
  kind,
  percent,
  epoints: percent * 10,
  ends_ts: null,
});

test('the newest ten orders of any status are loaded (ROUTE-06, CALL-18)', async () => {
  const { api, homePorts } = createCoreHarness();
  api.reply(ORDERS, { code: 0, result: [ORDER_ROW] });
  expect(await homePorts.loadNewestOrders({}, never)).toMatchObject([{ paymentId: 'O-1' }]);
  const sent = { page: 1, size: 10, begin: 0, status: -1, sdk_order_id: '' };
  expect(api.to(ORDERS).map(({ body }) => body)).toMatchObject([sent]);
});

test.each([
  ['the highest', [rebate(8, 'standing'), rebate(50, 'first'), rebate(10, 'standing')], { percent: 50, isFirst: true }],
  ['one that every purchase earns', [rebate(8, 'standing')], { percent: 8, isFirst: false }],
  ['none', [], null],
])('the bonus of E Points: %s (ROUTE-06, CALL-26)', async (_, rows, expected) => {
  const { api, homePorts } = createCoreHarness();
  api.reply(REBATES, { code: 0, result: rows });
  expect(await homePorts.loadPointBonus({}, never)).toEqual(expected);
});
