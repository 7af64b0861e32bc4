import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readParam } from '../../machines/kernel/url.ts';
import type { ListLocation, ListQuery } from '../../machines/lists/list.types.ts';
import {
  isFiltered,
  listPath,
  PAGE_SIZES,
  readDay,
  readListLocation,
  readOrderNumber,
  unfiltered,
} from '../../machines/lists/list.url.ts';
import { listRouteMachine } from '../../machines/lists/list-route.machine.ts';
import { ANY_STATUS, ORDER_STATUSES } from '../../machines/order/order.status.ts';
import { failed, startHarness } from '../support/machines/machine-harness.ts';
import { ledgerQuery, orderQuery } from '../support/machines/orders.ts';
import { assertCovered, coverTransitions } from '../support/machines/transition-coverage.ts';

const read = (kind: ListQuery['kind'], search: string): ListLocation =>
  readListLocation(kind, (name) => readParam(search, name));

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2542-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const range = fc
  .tuple(fc.option(day, { nil: '' }), fc.option(day, { nil: '' }))
  .map(([one, other]) =>
    one !== '' && other !== '' && one > other ? { begin: other, end: one } : { begin: one, end: other },
  );
const query: fc.Arbitrary<ListQuery> = fc.oneof(
  fc
    .record({
      status: fc.constantFrom(ANY_STATUS, ...ORDER_STATUSES),
      orderId: fc.string({ maxLength: 40, unit: 'grapheme' }).map(readOrderNumber),
      range,
    })
    .map(({ range: days, ...rest }) => ({ kind: 'orders' as const, ...rest, ...days })),
  fc
    .record({ flow: fc.constantFrom('all' as const, 'income' as const, 'expense' as const), range })
    .map(({ flow, range: days }) => ({ kind: 'ledger' as const, flow, ...days })),
  fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const).map((type) => ({ kind: 'articles' as const, type })),
);

describe('filters in the URL', () => {
  test('any location survives a round trip through its URL (ORDR-06, EPNT-06, CONT-01)', () => {
    fc.assert(
      fc.property(query, fc.integer({ min: 1, max: 99_999 }), (filters, page) => {
        const [path = '', search = ''] = listPath({ query: filters, page }).split('?');
        expect(path).toMatch(/^\/main\/(?:account\/(?:recharge|epoint)|event)$/);
        expect(read(filters.kind, search)).toEqual({ query: filters, page });
      }),
      { numRuns: 2_000 },
    );
  });

  test('an order number that was read is read as the same again (ORDR-06)', () => {
    const unit = fc.constantFrom(
      ...['\u{1d15e}', '\ufe7e', '\u1fdd', 'ρ', '\u00b8', 'K', ' ', '#', '1', '\u0301', '\u200d', "'"],
    );
    fc.assert(
      fc.property(fc.string({ maxLength: 12, unit }), (text) => {
        expect(readOrderNumber(readOrderNumber(text))).toBe(readOrderNumber(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test('a URL without filters has no query (ORDR-06)', () => {
    expect(listPath({ query: unfiltered('orders'), page: 1 })).toBe('/main/account/recharge');
    expect(listPath({ query: unfiltered('ledger'), page: 1 })).toBe('/main/account/epoint');
    expect(listPath({ query: unfiltered('articles'), page: 1 })).toBe('/main/event');
    expect(listPath({ query: { kind: 'articles', type: 3 }, page: 4 })).toBe('/main/event?type=strategy&page=4');
  });

  test.each([
    ['?status=toString&page=0', { status: ANY_STATUS }, 1],
    ['?status=4&page=1e3', { status: ANY_STATUS }, 1],
    ['?status=delivered&page=007', { status: 'delivered' }, 1],
    ['?begin=2026-02-30&end=2026-13-01', { begin: '', end: '' }, 1],
    ['?begin=2026-11-30&end=2026-11-01', { begin: '2026-11-01', end: '2026-11-30' }, 1],
    ['?order=%20A%00B%20&page=12', { orderId: 'AB' }, 12],
    [`?order=${encodeURIComponent(" '2022072512345928259 ")}`, { orderId: '2022072512345928259' }, 1],
    [`?order=${'x'.repeat(500)}`, { orderId: 'x'.repeat(128) }, 1],
    ['?order=%E0%A4%A', { orderId: '' }, 1],
  ])('only the valid parts of %s are read (C60, ORDR-06)', (search, expected, page) => {
    const location = read('orders', search);
    expect(location.query).toMatchObject(expected);
    expect(location.page).toBe(page);
  });
});

test('only valid dates are bounds (ORDR-06)', () => {
  for (const good of ['2024-02-29', '2000-02-29', '2026-12-31', '2026-04-30']) expect(readDay(good)).toBe(good);
  for (const bad of ['2026-02-29', '2100-02-29', '2026-04-31', '2026-00-10', '2026-01-00', '1999-01-01', '', '26-1-1'])
    expect(readDay(bad)).toBe('');
  for (const longer of ['on 2026-01-01', '2026-01-011']) expect(readDay(longer)).toBe('');
  expect(readDay(null)).toBe('');
});

test.each<[ListQuery['kind'], string, boolean]>([
  ['orders', '?page=2', false],
  ['orders', '?status=paid', true],
  ['orders', '?order=o-1', true],
  ['orders', '?begin=2026-01-01', true],
  ['ledger', '?type=all', false],
  ['ledger', '?end=2026-01-01', true],
  ['articles', '?type=toString', false],
  ['articles', '?type=news', true],
])('%s%s is filtered: %s (ORDR-06, EPNT-06, CONT-01)', (kind, search, expected) => {
  expect(isFiltered(read(kind, search).query)).toBe(expected);
});

test('each list has its page size (ORDR-06)', () => {
  expect(PAGE_SIZES).toEqual({ orders: 10, ledger: 20, articles: 8 });
});

const orders: ListLocation = { query: orderQuery, page: 1 };
const unpaid: ListLocation = { query: { ...orderQuery, status: 'pending' }, page: 2 };
const ledger: ListLocation = { query: ledgerQuery, page: 3 };

const to = (location: ListLocation | null) => ({ type: 'location.changed', location });
const moved = (location: ListLocation, corrected = false) => ({ type: 'list.moved', ...location, corrected });
const forbidden = { type: 'screen.forbidden' };
const refresh = { type: 'list.refresh' };
const crash = failed('list', new Error('defect'));
const retry = { type: 'load.retry' };

beforeEach(() => void vi.useFakeTimers());

const listeners = { 'list.moved': 'list', 'screen.forbidden': 'list' };

const play = async (events: readonly { type: string }[], location: ListLocation | null = orders) => {
  const harness = await startHarness(listRouteMachine, { input: { location }, listeners }).after(...events);
  return harness;
};

test('every transition is taken (ORDR-06, EPNT-06)', async () => {
  assertCovered(
    await coverTransitions(listRouteMachine, {
      inputs: [{ location: null }, { location: orders }],
      events: [to(null), to(orders), to(unpaid), to(ledger), moved(unpaid), forbidden, refresh, crash, retry],
      listeners,
      serialize: ({ value, context }) => JSON.stringify([value, context.location]),
    }),
  );
});

test('a list runs only while its page is open (ROUTE-09)', async () => {
  const harness = await play([], null);
  expect([harness.snapshot().value, harness.isRunning('list')]).toEqual(['idle', false]);
  await harness.perform(to(ledger));
  expect([harness.snapshot().value, harness.inputsOf('list')]).toEqual(['running', [{ ...ledger, size: 20 }]]);
  await harness.perform(to(null));
  expect(harness.isRunning('list')).toBe(false);
});

test('another URL of the same list and a refresh are sent to it; another kind starts another list (ORDR-06)', async () => {
  const harness = await play([to(unpaid), refresh, to(ledger)]);
  expect(harness.inputsOf('list')).toEqual([
    { ...orders, size: 10 },
    { ...ledger, size: 20 },
  ]);
  expect(harness.sentTo('list')).toEqual([{ type: 'list.request', ...unpaid }, refresh]);
});

test('the URL follows the list, a correction replaces the history entry, and a forbidden list is reported (ORDR-06, ROUTE-17)', async () => {
  const harness = await play([moved(unpaid), moved({ query: ledgerQuery, page: 1 }, true), forbidden]);
  expect(harness.reports).toEqual([
    { type: 'list.navigated', to: '/main/account/recharge?status=pending&page=2', replace: false },
    { type: 'list.navigated', to: '/main/account/epoint', replace: true },
    forbidden,
  ]);
  expect(harness.snapshot().context.location).toEqual({ query: ledgerQuery, page: 1 });
});

test('a crashed list can be restarted at its location (C72)', async () => {
  const harness = await play([to(unpaid), crash]);
  expect(harness.snapshot().value).toBe('crashed');
  await harness.perform(retry);
  expect(harness.inputsOf('list').at(-1)).toEqual({ ...unpaid, size: 10 });
});
