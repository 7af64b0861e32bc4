import { describe, expect, test } from 'vitest';
import type { ListQuery } from '../../machines/lists/list.types.ts';
import { unfiltered } from '../../machines/lists/list.url.ts';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import type { OrderRecord } from '../../machines/order/order.types.ts';
import { monthsOf } from '../../src/views/account/history-rows.view.tsx';
import { recordOf } from '../support/machines/orders.ts';

type Page = Parameters<typeof monthsOf>[1];

const WHOLE: Page = { query: unfiltered('orders'), page: 1, next: 'none', unread: [], stale: false };

/** An order of a day, in the time zone of the player. */
const on = (day: string, status: OrderStatus = 'delivered', more: Partial<OrderRecord> = {}): OrderRecord => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return recordOf(status, { paymentCreateTime: new Date(year, month - 1, date, 12).getTime(), ...more });
};

const paid = (minor: number): Partial<OrderRecord> => ({ paidAmount: { minor, currency: 'USD' } });
const points = (amount: number): Partial<OrderRecord> => ({ payment: { kind: 'points', amount } });

const sums = (records: readonly OrderRecord[], page: Partial<Page> = {}) =>
  monthsOf(records, { ...WHOLE, ...page }).map(({ month, spent }) => [month, spent?.minor ?? null]);

const THREE_MONTHS = [on('2025-12-31'), on('2025-11-30'), on('2025-11-01'), on('2025-10-05')];

describe('the orders of a page by month (ORDR-06)', () => {
  test('in the time zone of the player, in the order of the page', () => {
    const months = monthsOf(THREE_MONTHS, WHOLE);
    expect(months.map(({ month, records }) => [month, records.length])).toEqual([
      ['2025-12', 1],
      ['2025-11', 2],
      ['2025-10', 1],
    ]);
    expect(months.flatMap(({ records }) => records)).toEqual(THREE_MONTHS);
  });

  test('a sum contains only what was paid and not refunded, cents and E Points apart', () => {
    const records = [
      on('2025-11-09', 'delivered', paid(1_099)),
      on('2025-11-08', 'paid', paid(1)),
      on('2025-11-07', 'delivered', { ...paid(99_999), ...points(499) }),
      on('2025-11-06', 'refunded', paid(5_000)),
      on('2025-11-05', 'failed', paid(5_000)),
      on('2025-11-04', 'overdue', paid(5_000)),
      on('2025-11-03', 'pending', paid(5_000)),
      on('2025-11-02', 'refunded', points(5_000)),
    ];
    expect(monthsOf(records, WHOLE).map(({ spent }) => spent)).toEqual([{ minor: 1_100, points: 499 }]);
  });

  test('a month that may go on over the edge of the page has no sum', () => {
    expect(sums(THREE_MONTHS)).toEqual([
      ['2025-12', 99],
      ['2025-11', 198],
      ['2025-10', 99],
    ]);
    expect(sums(THREE_MONTHS, { next: 'offered' })).toEqual([
      ['2025-12', 99],
      ['2025-11', 198],
      ['2025-10', null],
    ]);
    expect(sums(THREE_MONTHS, { next: 'unknown' }).at(-1)).toEqual(['2025-10', null]);
    expect(sums(THREE_MONTHS, { page: 2 })).toEqual([
      ['2025-12', null],
      ['2025-11', 198],
      ['2025-10', 99],
    ]);
  });

  test.each<[string, Partial<Extract<ListQuery, { kind: 'orders' }>>, (number | null)[]]>([
    ['a status', { status: 'delivered' }, [null, null, null]],
    ['an order number', { orderId: 'O-1' }, [null, null, null]],
    ['days inside of a month', { begin: '2025-11-02', end: '2025-12-30' }, [null, null, null]],
    ['days around whole months', { begin: '2025-11-01', end: '2025-11-30' }, [null, 198, null]],
    ['an open end', { begin: '2025-10-02' }, [99, 198, null]],
  ])('a filter by %s leaves orders out of the months that it cuts', (_, filter, expected) => {
    const query: ListQuery = { kind: 'orders', status: 'any', orderId: '', begin: '', end: '', ...filter };
    expect(sums(THREE_MONTHS, { query }).map(([, sum]) => sum)).toEqual(expected);
  });

  test('no sum is shown with an order that cannot be read, of an earlier page, or of an API that does not sort', () => {
    const none = [null, null, null];
    const valuesOf = (page: Partial<Page>, records = THREE_MONTHS) => sums(records, page).map(([, sum]) => sum);
    expect(valuesOf({ unread: [null] })).toEqual(none);
    expect(valuesOf({ stale: true })).toEqual(none);
    expect(valuesOf({}, [on('2025-11-30'), on('2025-12-31'), on('2025-11-01')])).toEqual(none);
    const unknown = on('2025-11-15', 'pending', { isStatusUnknown: true });
    expect(valuesOf({}, [on('2025-12-31'), unknown, on('2025-10-05')])).toEqual([99, null, 99]);
  });
});
