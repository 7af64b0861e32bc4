import { beforeEach, expect, test, vi } from 'vitest';
import type { EventObject } from 'xstate';
import { failure } from '../../machines/kernel/failure.ts';
import { choicesToRepeat } from '../../machines/order/order.purchase.ts';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import type { OrderRecord } from '../../machines/order/order.types.ts';
import { orderDetailMachine } from '../../machines/order-detail/order-detail.machine.ts';
import { nextOrderOf, selectOrderDetailScreen } from '../../machines/order-detail/order-detail.screens.ts';
import { done, failed, startHarness } from '../support/machines/machine-harness.ts';
import { observed, recordOf } from '../support/machines/orders.ts';
import { coverScreens } from '../support/machines/transition-coverage.ts';

const input = { orderId: 'o-1' };
const answer = (status: OrderStatus, after: number) => done('loadOrder', observed(status, after));
const read = (status: OrderStatus, after: number) => ({ type: 'order.loaded', observation: observed(status, after) });
const seen = (status: OrderStatus, after: number) => ({ type: 'order.observed', observation: observed(status, after) });
const refusal = (reason: 'forbidden' | 'orderNumberWrong' | 'offline') => failed('loadOrder', failure(reason));
const refresh = { type: 'detail.refresh' };
const retry = { type: 'load.retry' };

/** The screen of the order in this status. */
const shown = (status: OrderStatus, more: object = {}) => ({
  ...{ name: 'shown', orderId: 'o-1', record: recordOf(status) },
  ...{ refreshing: false, refreshFailure: null, ...more },
});
const ofOther = { ...observed('paid', 2_000), record: recordOf('paid', { paymentId: 'o-9' }) };
const OTHER = { type: 'order.observed', observation: ofOther };

beforeEach(() => void vi.useFakeTimers());

const play = async (events: readonly { type: string }[]) => {
  const harness = await startHarness(orderDetailMachine, { input }).after(...events);
  return { reports: harness.reports, screen: selectOrderDetailScreen(harness.snapshot()) };
};

test('every transition is taken, every state has a screen (ORDR-07)', async () => {
  const names = await coverScreens(orderDetailMachine, {
    inputs: [input],
    events: [
      ...(['pending', 'delivered'] as const).map((status) => answer(status, 1_000)),
      ...(['forbidden', 'orderNumberWrong', 'offline'] as const).map(refusal),
      seen('paid', 2_000),
      OTHER,
      refresh,
      retry,
    ],
    screen: selectOrderDetailScreen,
  });
  expect(names).toEqual(['failed', 'loading', 'shown', 'unknown']);
});

const refused = (known: OrderStatus, received: OrderStatus) => ({
  type: 'status.refused',
  ...{ orderId: 'o-1', kind: 'order', known, received },
});
const [LOADING, UNKNOWN] = ['loading', 'unknown'].map((name) => ({ name, orderId: 'o-1' }));
const failedWith = (reason: 'forbidden' | 'offline') => ({ name: 'failed', orderId: 'o-1', failure: failure(reason) });

type Row = [what: string, events: readonly EventObject[], screen: object | undefined, reports?: readonly object[]];

test.each<Row>([
  ['an unknown order number', [refusal('orderNumberWrong')], UNKNOWN],
  ['a retry of an unknown order number', [refusal('orderNumberWrong'), retry], LOADING],
  ['a failure', [refusal('offline')], failedWith('offline')],
  ['a retry after a failure', [refusal('offline'), retry, answer('paid', 9)], shown('paid')],
  ['a forbidden order', [refusal('forbidden')], failedWith('forbidden'), [{ type: 'screen.forbidden' }]],
  [
    'a refused refresh',
    [answer('delivered', 1), refresh, refusal('forbidden')],
    shown('delivered', { refreshFailure: failure('forbidden') }),
    [read('delivered', 1)],
  ],
  ['a refresh', [answer('paid', 1), refresh], shown('paid', { refreshing: true })],
  ['an observation before the first response', [seen('paid', 2)], shown('paid')],
  ['an observation of another order', [answer('pending', 1), OTHER], shown('pending')],
  [
    'an observation and a newer response',
    [answer('pending', 1), refresh, seen('overdue', 2), answer('paid', 9)],
    shown('paid'),
  ],
  [
    'a refresh that finds a late payment, which is then tracked',
    [answer('overdue', 1), refresh, answer('paid', 2)],
    shown('paid'),
    [read('overdue', 1), read('paid', 2), { type: 'order.tracked', record: recordOf('paid') }],
  ],
  [
    'a response that the chart refuses',
    [answer('delivered', 1), refresh, answer('pending', 9)],
    shown('delivered'),
    [read('delivered', 1), refused('delivered', 'pending'), read('delivered', 1)],
  ],
  [
    'an observation that the chart refuses',
    [answer('delivered', 1), seen('paid', 9)],
    shown('delivered'),
    [read('delivered', 1), refused('delivered', 'paid')],
  ],
])(
  'the page after %s (D10, ORDR-02, ORDR-07, ORDR-08, C35, C36, ERRS-06, ROUTE-17)',
  async (_, events, screen, reports) => {
    const found = await play(events);
    expect(found.screen).toEqual(screen);
    if (reports) expect(found.reports).toEqual(reports);
  },
);

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

test('a failed page without a failure reads "unknown error" (ERRS-03)', () => {
  const context = { ...input, record: null, observedAt: 0, failure: null };
  const screen = selectOrderDetailScreen(orderDetailMachine.resolveState({ value: 'failed', context }));
  expect(screen).toEqual({ name: 'failed', orderId: 'o-1', failure: failure('unknownError') });
});

const OF_POINTS: Partial<OrderRecord> = { orderType: 'epoint', recipient: null, itemId: 'p500', channelCode: 'card' };

test.each<[string, Partial<OrderRecord>, 'game' | 'epoint']>([
  ['the recipient of a game order', { recipient: null }, 'game'],
  ['the item', { itemId: null }, 'game'],
  ['the channel', { channelCode: null }, 'game'],
  ['the recipient and the type', { recipient: null, orderType: null }, 'game'],
  ['the package', { ...OF_POINTS, itemId: null }, 'epoint'],
])('without %s the order cannot be repeated, and a new top-up is offered (D8, ORDR-05)', (_, more, target) => {
  for (const status of ['failed', 'overdue'] as const)
    expect(nextOrderOf(recordOf(status, more))).toEqual({ kind: 'start', target });
});

test('nothing is offered for an order that is unpaid, paid, delivered or refunded (D8, ORDR-05)', () => {
  for (const status of ['pending', 'paid', 'delivered', 'refunded'] as const)
    expect(nextOrderOf(recordOf(status, { recipient: null }))).toEqual({ kind: 'none' });
});

test('the payment dialog and the order page repeat the same choices (D8, RCHG-14)', () => {
  for (const more of [{}, { channelCode: 'epoint' }, OF_POINTS]) {
    const record = recordOf('overdue', more);
    const choices = choicesToRepeat(null, record);
    expect(choices).not.toBeNull();
    expect(nextOrderOf(record)).toEqual({ kind: 'repeat', choices });
  }
});
