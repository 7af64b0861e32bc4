import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import { orderDetailMachine } from '../../machines/order-detail/order-detail.machine.ts';
import { type OrderDetailScreen, selectOrderDetailScreen } from '../../machines/order-detail/order-detail.screens.ts';
import { startHarness } from '../support/machines/machine-harness.ts';
import { observed, recordOf } from '../support/machines/orders.ts';
import { coverScreens } from '../support/machines/transition-coverage.ts';

const input = { orderId: 'o-1' };
const answer = (status: OrderStatus, after: number) => ({
  type: 'xstate.done.actor.loadOrder',
  output: observed(status, after),
});
const read = (status: OrderStatus, after: number) => ({ type: 'order.loaded', observation: observed(status, after) });
const seen = (status: OrderStatus, after: number) => ({ type: 'order.observed', observation: observed(status, after) });
const refusal = (reason: 'forbidden' | 'orderNumberWrong' | 'offline') => ({
  type: 'xstate.error.actor.loadOrder',
  error: failure(reason),
});
const refresh = { type: 'detail.refresh' };
const retry = { type: 'load.retry' };

/** The screen of the order in this status. */
const shown = (status: OrderStatus, more: object = {}) => ({
  name: 'shown',
  orderId: 'o-1',
  record: recordOf(status),
  refreshing: false,
  refreshFailure: null,
  ...more,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const play = async (events: readonly { type: string }[]) => {
  const harness = startHarness(orderDetailMachine, { input });
  for (const event of events) await harness.perform(event);
  const screen: OrderDetailScreen = selectOrderDetailScreen(harness.snapshot());
  return { harness, screen };
};

test('every transition is taken, every state has a screen (ORDR-07)', async () => {
  const names = await coverScreens(orderDetailMachine, {
    inputs: [input],
    events: [
      ...(['pending', 'delivered'] as const).map((status) => answer(status, 1_000)),
      ...(['forbidden', 'orderNumberWrong', 'offline'] as const).map(refusal),
      seen('paid', 2_000),
      {
        type: 'order.observed',
        observation: { ...observed('paid', 2_000), record: recordOf('paid', { paymentId: 'o-9' }) },
      },
      refresh,
      retry,
    ],
    screen: selectOrderDetailScreen,
  });
  expect(names).toEqual(['failed', 'loading', 'shown', 'unknown']);
});

describe('loading', () => {
  test('an unknown order number has its own screen and can be loaded again (ORDR-07)', async () => {
    expect((await play([refusal('orderNumberWrong')])).screen).toEqual({ name: 'unknown', orderId: 'o-1' });
    expect((await play([refusal('orderNumberWrong'), retry])).screen).toEqual({ name: 'loading', orderId: 'o-1' });
  });

  test('a failure keeps the page and can be retried (ORDR-07)', async () => {
    const { screen } = await play([refusal('offline')]);
    expect(screen).toEqual({ name: 'failed', orderId: 'o-1', failure: failure('offline') });
    expect((await play([refusal('offline'), retry, answer('paid', 9)])).screen.name).toBe('shown');
  });

  test('a failed page without a failure reads "unknown error" (ERRS-03)', () => {
    const context = { ...input, record: null, observedAt: 0, failure: null };
    expect(selectOrderDetailScreen(orderDetailMachine.resolveState({ value: 'failed', context }))).toEqual({
      name: 'failed',
      orderId: 'o-1',
      failure: failure('unknownError'),
    });
  });

  test('a forbidden order is reported; a refused refresh keeps the page (ROUTE-17)', async () => {
    const refused = await play([refusal('forbidden')]);
    expect(refused.harness.reports).toEqual([{ type: 'screen.forbidden' }]);
    expect(refused.screen).toEqual({ name: 'failed', orderId: 'o-1', failure: failure('forbidden') });
    const { harness, screen } = await play([answer('delivered', 1), refresh, refusal('forbidden')]);
    expect(harness.reports).toEqual([read('delivered', 1)]);
    expect(screen.name).toBe('shown');
  });
});

describe('refreshing', () => {
  test('the record stays visible during a refresh, and a failed one shows its failure (ORDR-07, ERRS-06)', async () => {
    expect((await play([answer('paid', 1), refresh])).screen).toEqual(shown('paid', { refreshing: true }));
    expect((await play([answer('paid', 1), refresh, refusal('offline')])).screen).toEqual(
      shown('paid', { refreshFailure: failure('offline') }),
    );
  });

  test.each([
    {
      what: 'an observation of its payment is adopted',
      events: [answer('pending', 1), seen('paid', 2)],
      status: 'paid',
    },
    { what: 'an observation before the first response is shown', events: [seen('paid', 2)], status: 'paid' },
    {
      what: 'an older response does not regress the status',
      events: [answer('pending', 1), seen('delivered', 5), refresh, answer('paid', 6)],
      status: 'delivered',
    },
    {
      what: 'a newer observation wins over a refresh',
      events: [answer('pending', 1), refresh, seen('overdue', 2), answer('paid', 9)],
      status: 'paid',
    },
    {
      what: 'a late payment is shown',
      events: [answer('overdue', 301_000), seen('paid', 400_000)],
      status: 'paid',
    },
  ] as const)('$what (C35, C36, ORDR-02)', async ({ events, status }) => {
    const { screen } = await play(events);
    expect(screen).toEqual(shown(status));
  });

  test.each([
    { age: 'later', after: 6, itemName: 'new' },
    { age: 'simultaneous', after: 5, itemName: 'new' },
    { age: 'earlier', after: 4, itemName: 'old' },
  ])('of two records with the same status, a $age one is shown as "$itemName" (C35)', async ({ after, itemName }) => {
    const named = (name: string, at: number) => ({
      type: 'order.observed',
      observation: { ...observed('paid', at), record: recordOf('paid', { itemName: name }) },
    });
    const { screen } = await play([named('old', 5), named('new', after)]);
    expect(screen).toMatchObject({ record: { itemName } });
  });

  test('a late payment that a refresh finds is tracked (C36, ORDR-08)', async () => {
    const { harness } = await play([answer('overdue', 1), refresh, answer('paid', 2)]);
    expect(harness.reports.slice(1)).toEqual([read('paid', 2), { type: 'order.tracked', record: recordOf('paid') }]);
  });

  test('a status that the chart refuses is reported with its call (D10, ORDR-02, C35)', async () => {
    const stale = await play([answer('delivered', 1), refresh, answer('pending', 9)]);
    expect(stale.harness.reports).toEqual([
      read('delivered', 1),
      { type: 'status.refused', orderId: 'o-1', kind: 'order', known: 'delivered', received: 'pending' },
      read('delivered', 1),
    ]);
    expect(stale.screen).toMatchObject({ name: 'shown', record: recordOf('delivered'), refreshing: false });
    const seenTwice = await play([answer('delivered', 1), seen('paid', 9)]);
    expect(seenTwice.harness.reports.at(-1)).toMatchObject({
      type: 'status.refused',
      known: 'delivered',
      received: 'paid',
    });
    expect(
      (await play([answer('delivered', 5), refresh, answer('delivered', 9), refresh, answer('refunded', 11)])).harness
        .reports,
    ).toEqual([read('delivered', 5), read('delivered', 9), read('refunded', 11)]);
  });

  test('an observation of another order has no effect (C35)', async () => {
    const observation = { ...observed('paid', 5), record: recordOf('paid', { paymentId: 'o-2' }) };
    const other = { type: 'order.observed', observation };
    const { screen } = await play([answer('pending', 1), other]);
    expect(screen).toEqual(shown('pending'));
  });
});
