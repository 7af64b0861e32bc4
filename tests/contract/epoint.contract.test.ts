import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHANNELS } from '../../server/seed/games.seed.ts';
import { eRechargeItems, eRechargeRebateInfo } from '../../src/contract/e-recharge.contract.ts';
import {
  epointPaymentIdsDetail,
  epointRecord,
  operateCoinBalance,
  paymentCreateEpoint,
  paymentEpointPay,
} from '../../src/contract/epoint.contract.ts';
import { IDEMPOTENCY_HEADER, QUOTE_HEADER } from '../../src/contract/headers.ts';
import { orderWebPayChannel } from '../../src/contract/order.contract.ts';
import { connectClient } from '../support/api/connected-portal.ts';
import { reasonOf } from '../support/machines/core-harness.ts';
import { startTestServer, type TestServer } from '../support/server/test-server.ts';

const EVERYTHING = { page: 1, size: 100, begin: 0, end: 0, type: 'all' } as const;
const STARTER = { basic: 1_000, present: 120 };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ workers: false });
});
afterAll(() => server.stop());

/** A player with the real client; the role that receives the items. */
const open = async (points = STARTER) => {
  const player = await server.newPlayer(points);
  const api = connectClient(server.url, { token: player.token, clientId: player.headers['client-id'] });
  const [role] = player.roles;
  if (!role) throw new Error('no role');
  const item = {
    role_id: role.roleId,
    server_id: role.serverId,
    cp_goods_id: 'lantern.gems.300',
    role_name: role.roleName,
    server_name: 'Dawn Harbor',
    system: 'android',
  } as const;
  const sandbox = async (path: string, body: object): Promise<void> =>
    expect((await server.post(`/sandbox${path}`, body)).status).toBe(200);
  const balance = async () => (await api.call(operateCoinBalance, {})).amount;
  const detailsOf = async (paymentId: string) =>
    (await api.call(epointPaymentIdsDetail, { paymentIds: [paymentId] })).rows[0];
  return { ...player, api, item, sandbox, balance, detailsOf };
};

describe('E Points for money', () => {
  test('packages with price, E Points, rebate and channels (CALL-25, CALL-26, EPNT-02)', async () => {
    const { api } = await open();
    const { items, channels } = await api.call(eRechargeItems, {});
    expect([items.unread, channels?.unread]).toEqual([[], []]);
    expect(items.rows).toHaveLength(6);
    expect(items.rows[2]).toMatchObject({ item_id: 'epoint.1000', price: 999, basic: 1_000, present: 80 });
    expect(items.rows[2]?.names).toMatchObject({ 'de-DE': '1.000 E\u2011Points', 'zh-CN': '1,000 E\u00a0点' });
    expect(channels?.rows.map(({ channel_code, is_open }) => [channel_code, is_open])).toEqual(
      CHANNELS.filter(({ provider }) => provider !== 'epoint').map(({ channelCode, isOpen }) => [channelCode, isOpen]),
    );
    const { rows } = await api.call(eRechargeRebateInfo, {});
    expect(rows).toHaveLength(4);
    expect(rows[0]).toEqual({ item_id: 'epoint.1000', kind: 'first', percent: 50, epoints: 500, ends_ts: null });
    expect(rows[2]).toMatchObject({ item_id: 'epoint.5000', kind: 'standing', epoints: 250 });
  });

  test('item, order, receipt and ledger have the same total (CALL-19, CALL-24, EPNT-03)', async () => {
    const { api, sandbox, balance, detailsOf } = await open();
    const before = await balance();
    const key = { [IDEMPOTENCY_HEADER]: '0b6f5c1e-8f8b-4a57-9d7e-2f3d7a3c0001', [QUOTE_HEADER]: '999' };
    const selection = { item_id: 'epoint.1000', channel_code: 'card', system: 'ios', epoints: 1_580 } as const;
    const order = await api.call(paymentCreateEpoint, selection, { headers: key });
    expect(order).toMatchObject({ pay_url: expect.stringMatching(/\/cashier\//), epoints: null });
    expect(await api.call(paymentCreateEpoint, selection, { headers: key })).toEqual(order);
    const credit = { basic: 1_000, present: 580 };
    expect(await detailsOf(order.paymentId)).toMatchObject({
      order_type: 'epoint',
      status: 'pending',
      amount: 999,
      credit,
      epoints: null,
      role_id: null,
      server_id: null,
      pay_url: order.pay_url,
    });
    for (const status of [2, 4]) await sandbox(`/orders/${order.paymentId}/status`, { status });
    expect(await detailsOf(order.paymentId)).toMatchObject({ status: 'delivered', credit, pay_url: null });
    expect(await balance()).toBe(before + 1_580);
    const [entry] = (await api.call(epointRecord, EVERYTHING)).rows;
    expect(entry).toMatchObject({ kind: 'purchase', ...credit, payment_id: order.paymentId });
    const earned = (await api.call(eRechargeRebateInfo, {})).rows.map(({ item_id }) => item_id);
    expect(earned).not.toContain('epoint.1000');
  });

  test('a package whose price or E Points differ from the shown ones is refused (EPNT-03)', async () => {
    const { api, balance } = await open();
    const selection = { item_id: 'epoint.1000', channel_code: 'card', system: 'ios' } as const;
    for (const call of [
      api.call(paymentCreateEpoint, { ...selection, epoints: 1_080 }),
      api.call(paymentCreateEpoint, selection, { headers: { [QUOTE_HEADER]: '899' } }),
    ])
      expect(await reasonOf(call)).toMatchObject({ reason: 'priceChanged', code: 30005 });
    expect(await balance()).toBe(1_120);
  });
});

describe('an item for E Points', () => {
  test('created and paid once; a repeated payment gets the same response (CALL-16, CALL-19, CALL-20, EPNT-03, EPNT-05)', async () => {
    const { api, item, balance, detailsOf } = await open();
    const { rows } = await api.call(orderWebPayChannel, item);
    expect(rows.find(({ channel_code }) => channel_code === 'epoint')).toMatchObject({ is_open: true });
    const order = await api.call(paymentCreateEpoint, item, { headers: { [QUOTE_HEADER]: '499' } });
    expect(order).toMatchObject({ epoints: 499, pay_url: null });
    expect(await balance()).toBe(1_120);
    const paid = await api.call(paymentEpointPay, { paymentId: order.paymentId });
    expect(paid).toMatchObject({ basic: 379, present: 120, basic_after: 621, present_after: 0 });
    expect(await api.call(paymentEpointPay, { paymentId: order.paymentId })).toEqual(paid);
    expect(await balance()).toBe(621);
    expect(await detailsOf(order.paymentId)).toMatchObject({
      status: 'paid',
      epoints: 499,
      credit: null,
      order_type: 'game',
    });
  });
});

describe('the record', () => {
  test('income and expense, newest first, each with the balance right after it (CALL-23, EPNT-06)', async () => {
    const { api, item, balance, sandbox, userId } = await open();
    const { paymentId } = await api.call(paymentCreateEpoint, item);
    await api.call(paymentEpointPay, { paymentId });
    await sandbox(`/orders/${paymentId}/status`, { status: 5 });
    await sandbox('/points', { userId, basic: -21 });
    const { rows, unread } = await api.call(epointRecord, EVERYTHING);
    expect(unread).toEqual([]);
    expect(
      rows.map(({ kind, basic, present, basic_after, present_after }) => [
        kind,
        basic,
        present,
        basic_after,
        present_after,
      ]),
    ).toEqual([
      ['correction', -21, 0, 979, 120],
      ['refund', 379, 120, 1_000, 120],
      ['spend', -379, -120, 621, 0],
      ['opening', 1_000, 120, 1_000, 120],
    ]);
    expect(rows[2]).toMatchObject({
      payment_id: paymentId,
      item_name: '300 Star Gems',
      item_names: { 'de-DE': '300 Sternjuwelen' },
    });
    expect(rows[0]).toMatchObject({ payment_id: null, item_name: null, item_names: {} });
    expect(rows.reduce((sum, { basic, present }) => sum + Number(basic) + Number(present), 0)).toBe(await balance());
    const kindsOf = async (filter: object) =>
      (await api.call(epointRecord, { ...EVERYTHING, ...filter })).rows.map(({ kind }) => kind);
    expect(await kindsOf({ type: 'income' })).toEqual(['refund', 'opening']);
    expect(await kindsOf({ type: 'expense' })).toEqual(['correction', 'spend']);
    expect(await kindsOf({ page: 2, size: 3 })).toEqual(['opening']);
    expect(await kindsOf({ page: 3, size: 3 })).toEqual([]);
    const newest = rows[0]?.ts ?? 0;
    expect(await kindsOf({ end: Math.floor(newest / 1_000) - 3_600 })).toEqual([]);
    expect(await kindsOf({ begin: Math.floor(newest / 1_000) - 3_600 })).toHaveLength(4);
  });

  test('the orders of entries, in the requested order, without those of other players (CALL-24, S18, EPNT-06)', async () => {
    const [mine, theirs] = [await open(), await open()];
    const first = (await mine.api.call(paymentCreateEpoint, mine.item)).paymentId;
    const second = (
      await mine.api.call(paymentCreateEpoint, { item_id: 'epoint.100', channel_code: 'card', system: 'ios' })
    ).paymentId;
    const foreign = (await theirs.api.call(paymentCreateEpoint, theirs.item)).paymentId;
    const paymentIds = [second, foreign, first, 'no-such-order', second];
    const { rows } = await mine.api.call(epointPaymentIdsDetail, { paymentIds });
    expect(rows.map(({ sdk_order_id }) => sdk_order_id)).toEqual([second, first]);
    expect(await reasonOf(mine.api.call(paymentEpointPay, { paymentId: foreign }))).toMatchObject({
      reason: 'orderNumberWrong',
    });
    expect((await theirs.api.call(epointRecord, EVERYTHING)).rows).toHaveLength(1);
  });
});
