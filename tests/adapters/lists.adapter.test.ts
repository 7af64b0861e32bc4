import { beforeEach, describe, expect, test } from 'vitest';
import { secondsOfDays } from '../../src/adapters/record-range.ts';
import { ORDER_ROW, unreachable } from '../support/api/fake-api.ts';
import { CONFIRMED_AT, createCoreHarness, never, stopClocks } from '../support/machines/core-harness.ts';
import { ledgerQuery, orderQuery } from '../support/machines/orders.ts';

const ORDERS = '/api/order/record';
const LEDGER = '/api/epoint/record';
const DETAIL = '/api/epoint/paymentIds/detail';

const answer = (...rows: object[]) => ({ code: 0, result: rows });
const entry = (more: object) => ({
  entry_id: 'e-1',
  ts: 1_760_000_000,
  kind: 'purchase',
  basic: 100,
  present: 10,
  basic_after: 300,
  present_after: 30,
  payment_id: 'O-1',
  item_name: '100 E Points',
  item_names: { 'de-DE': '100 E-Punkte' },
  ...more,
});

beforeEach(() => void stopClocks(CONFIRMED_AT + 5_000));

describe('orders', () => {
  test('filters, page and local days become the fields of the call (ORDR-06, CALL-18)', async () => {
    const harness = createCoreHarness();
    const query = { ...orderQuery, status: 'overdue', orderId: 'O-7', begin: '2026-03-01', end: '2026-03-02' } as const;
    await harness.listPorts.loadPage({ query, page: 3, size: 10 }, never);
    expect(harness.api.to(ORDERS).map(({ body }) => body)).toEqual([
      {
        page: 3,
        size: 10,
        begin: new Date(2026, 2, 1).getTime() / 1_000,
        end: new Date(2026, 2, 3).getTime() / 1_000 - 1,
        sdk_order_id: 'O-7',
        status: 6,
      },
    ]);
  });

  test('rows are mapped; a row that cannot be read keeps its number (ORDR-06, READ-01)', async () => {
    const harness = createCoreHarness();
    const bad = { ...ORDER_ROW, sdk_order_id: 'O-2', create_ts: {} };
    const load = () => harness.listPorts.loadPage({ query: orderQuery, page: 1, size: 2 }, never);
    harness.api.reply(ORDERS, answer(ORDER_ROW, bad, { ...bad, sdk_order_id: {} }));
    expect(await load()).toMatchObject({
      total: null,
      content: { rows: [{ paymentId: 'O-1' }] },
      unread: ['O-2', null],
    });
    harness.api.reply(ORDERS, answer());
    expect(await load()).toEqual({ content: { kind: 'orders', rows: [] }, unread: [], total: null });
  });

  test.each([
    { end: '', until: 1_500_000_999, sent: 1_500_001 },
    { end: '', until: 1_500_000_000, sent: 1_500_001 },
    { end: '2026-03-02', until: 4_000_000_000_000, sent: new Date(2026, 2, 3).getTime() / 1_000 - 1 },
  ])('orders to $until ms, with the last day "$end", end at second $sent (ORDR-06)', async ({ end, until, sent }) => {
    const harness = createCoreHarness();
    await harness.listPorts.loadPage({ query: { ...orderQuery, end }, page: 1, size: 50, until }, never);
    expect(harness.api.to(ORDERS)[0]?.body).toMatchObject({ begin: 0, end: sent });
  });
});

describe('E Point history', () => {
  test('entries have basic and bonus points, the balance afterwards and their order (EPNT-06, EPNT-07)', async () => {
    const harness = createCoreHarness();
    harness.api.reply(
      LEDGER,
      answer(
        entry({ entry_id: 'e-2', kind: 'spend', basic: -5, present: -20, payment_id: 'O-9' }),
        entry({}),
        entry({ entry_id: 'e-0', kind: 'gift', payment_id: null, item_name: null }),
        entry({ entry_id: 'e-x', kind: 'raffle', payment_id: 'O-1' }),
      ),
    );
    harness.api.reply(DETAIL, answer(ORDER_ROW));
    const query = { ...ledgerQuery, flow: 'expense', begin: '2026-03-01' } as const;
    const { content, total } = await harness.listPorts.loadPage({ query, page: 2, size: 20 }, never);
    expect(harness.api.to(LEDGER)[0]?.body).toEqual({
      page: 2,
      size: 20,
      begin: new Date(2026, 2, 1).getTime() / 1_000,
      end: (CONFIRMED_AT + 5_000) / 1_000 + 86_400,
      type: 'expense',
    });
    expect(harness.api.to(DETAIL).map(({ body }) => body)).toEqual([{ paymentIds: ['O-9', 'O-1'] }]);
    expect(total).toBeNull();
    expect(content.rows).toMatchObject([
      {
        entryId: 'e-2',
        at: 1_760_000_000_000,
        flow: 'expense',
        reason: 'spend',
        change: { basic: -5, present: -20 },
        balance: { basic: 300, present: 30 },
        paymentId: 'O-9',
        order: null,
      },
      {
        entryId: 'e-1',
        flow: 'income',
        reason: 'purchase',
        item: { title: '100 E Points', titles: { 'de-DE': '100 E-Punkte' } },
        order: { paymentId: 'O-1' },
      },
      { entryId: 'e-0', reason: 'gift', paymentId: null, item: null, order: null },
      { entryId: 'e-x', reason: 'other' },
    ]);
  });

  test('without orders no details are loaded, and no entry is lost if the details fail to load (EPNT-06)', async () => {
    const harness = createCoreHarness();
    const load = () => harness.listPorts.loadPage({ query: ledgerQuery, page: 1, size: 20 }, never);
    harness.api.reply(LEDGER, answer(entry({ payment_id: null })));
    await load();
    expect(harness.api.to(DETAIL)).toEqual([]);
    harness.api.reply(LEDGER, answer(entry({})));
    harness.api.reply(DETAIL, unreachable);
    expect((await load()).content.rows).toMatchObject([{ entryId: 'e-1', paymentId: 'O-1', order: null }]);
  });
});

test('without a day there is no bound (ORDR-06)', () => {
  expect(secondsOfDays({ begin: '', end: '' })).toEqual({ begin: null, end: null });
  expect(secondsOfDays({ begin: 'soon', end: '1.1.2026' })).toEqual({ begin: null, end: null });
});
