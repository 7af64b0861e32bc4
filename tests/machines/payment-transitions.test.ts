import { beforeEach, expect, test, vi } from 'vitest';
import { type FailureReason, failure } from '../../machines/kernel/failure.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../machines/order/order.status.ts';
import { paymentMachine } from '../../machines/payment/payment.machine.ts';
import { type PaymentSnapshot, selectPaymentScreen } from '../../machines/payment/payment.screens.ts';
import type { PaymentInput } from '../../machines/payment/payment.types.ts';
import { done, failed, plain, startHarness } from '../support/machines/machine-harness.ts';
import { observed, recordOf, ticket } from '../support/machines/orders.ts';
import { assertCovered, coverTransitions, mergeCoverage } from '../support/machines/transition-coverage.ts';

const created: PaymentInput = { ticket, mode: 'created', shown: true, windowRef: 'w1', record: null };
const resumed: PaymentInput = { ticket, mode: 'resumed', shown: false, windowRef: null, record: null };
const bare: PaymentInput = { ...resumed, ticket: { ...ticket, payment: { kind: 'redirect', payUrl: null } } };
const LATER = 20 * 60_000;

const answer = (status: OrderStatus, after = 5_000) => done('readOrder', observed(status, after));
const peer = (status: 'pending' | 'paid' | 'refunded', after: number) => ({
  type: 'peer.observed',
  observation: observed(status, after),
});
const timer = (name: string, state: string) => ({ type: `xstate.after.${name}.payment.${state}` });
const refusal = (id: string, reason: FailureReason) => failed(id, failure(reason));

const FROM: Readonly<Record<string, readonly string[]>> = {
  deadline: ['deadline.reached'],
  environment: ['tab.woke', 'network.changed'],
  peers: ['leader.elected', 'leader.lost', 'peer.observed'],
  'method.redirect': ['method.offered', 'method.changed', 'order.check'],
};
const listeners = Object.fromEntries(Object.entries(FROM).flatMap(([id, types]) => types.map((type) => [type, id])));
const ENDS = ['payment.resubmit', 'payment.dismiss', 'payment.leave'];

const RESULTS = ORDER_STATUSES.filter((status) => status !== 'pending');
const names = new Set<string>();
const visit = (snapshot: PaymentSnapshot) => void names.add(selectPaymentScreen(snapshot).name);

const phases = () =>
  coverTransitions(paymentMachine, {
    inputs: [created, resumed, ...RESULTS.map((status) => ({ ...resumed, record: recordOf(status) }))],
    events: [
      ...plain('method.offered', 'deadline.reached', 'tab.woke', ...ENDS),
      { type: 'method.changed', payment: { kind: 'redirect', payUrl: null } },
      ...ORDER_STATUSES.map((status) => answer(status)),
      answer('overdue', LATER),
      answer('failed', LATER),
      refusal('readOrder', 'orderNumberWrong'),
      refusal('deleteOrder', 'unknownError'),
      done('deleteOrder'),
      timer('gracePeriod', 'following'),
      timer('latePaymentCheck', 'following.phase.lapsed.watching'),
      peer('pending', 5_000),
      ...(['pending', 'paid', 'refunded'] as const).map((status) => peer(status, 301_000)),
    ],
    listeners,
    serialize: ({ value, context: { mayBePaid, inGracePeriod, record } }) =>
      JSON.stringify([value, mayBePaid, inGracePeriod, record?.status]),
    visit,
  });

const polling = () =>
  coverTransitions(paymentMachine, {
    inputs: [created],
    events: [
      ...plain('payment.completed', 'tab.woke', 'order.check', 'leader.elected', 'leader.lost'),
      ...(['pending', 'paid', 'delivered'] as const).map((status) => answer(status)),
      refusal('readOrder', 'offline'),
      refusal('readOrder', 'orderNumberWrong'),
      timer('gracePeriod', 'following'),
      timer('completedCooldown', 'following.completed.pausing'),
      timer('pollInterval', 'following.polling.idle.waiting'),
      timer('reconnectDelay', 'following.polling.idle.reconnecting'),
      timer('requestTimeout', 'following.polling.requesting'),
      ...[true, false].map((online) => ({ type: 'network.changed', online })),
    ],
    listeners,
    serialize: ({ value, context: { online, leading, pollQueued, tabReturned, inGracePeriod, record } }) =>
      JSON.stringify([value, online, leading, pollQueued, tabReturned, inGracePeriod, record?.status]),
    visit,
  });

const presence = () =>
  coverTransitions(paymentMachine, {
    inputs: [created, resumed],
    extraPaths: [{ input: bare, events: [answer('pending')] }],
    events: [
      ...plain('payment.later', 'payment.resume', 'points.changed', ...ENDS),
      ...['method.redirect', 'saveDeferred', 'deadline', 'peers', 'environment'].map((id) =>
        refusal(id, 'unknownError'),
      ),
      answer('paid'),
      answer('overdue'),
      timer('gracePeriod', 'following'),
    ],
    listeners,
    serialize: ({ value, context: { record } }) => JSON.stringify([value, record?.status]),
    visit,
  });

beforeEach(() => void vi.useFakeTimers());

test('every transition of the payment is taken on a real actor, every state has its screen (RCHG-13, RCHG-17)', async () => {
  const coverage = mergeCoverage([await phases(), await polling(), await presence()]);
  assertCovered(coverage);
  expect(names).toEqual(new Set(['deferred', 'last-check', 'unknown', 'unpaid', ...RESULTS]));
});

test.each([
  { what: 'a new order', input: created, start: 'pay' },
  { what: 'an order that is shown after a reload', input: { ...resumed, shown: true }, start: 'offer' },
  { what: 'an order in flight', input: { ...resumed, shown: true, mode: 'interrupted' }, start: 'resume' },
  { what: 'a deferred order', input: resumed, start: 'offer' },
])('the method of $what starts with "$start" (RCHG-16, EPNT-04)', ({ input, start }) => {
  const harness = startHarness(paymentMachine, { input, listeners });
  const { orderId, payment } = ticket;
  expect(harness.inputsOf('method.redirect')).toEqual([{ orderId, payment, start, windowRef: input.windowRef }]);
});

test.each(['order', 'epoint'] as const)('a read names the order and its kind: %s (RCHG-13)', (kind) => {
  const harness = startHarness(paymentMachine, { input: { ...resumed, ticket: { ...ticket, kind } }, listeners });
  expect(harness.inputsOf('readOrder')).toEqual([{ kind, orderId: 'o-1' }]);
});

test('a dismissed order is reported even if its deletion fails (RCHG-14)', async () => {
  const harness = startHarness(paymentMachine, { input: { ...resumed, record: recordOf('refunded') }, listeners });
  await harness.perform({ type: 'payment.dismiss' }, refusal('deleteOrder', 'unknownError'));
  expect(harness.reports).toEqual([{ type: 'payment.dismissed', orderId: 'o-1' }]);
  expect(harness.snapshot().status).toBe('done');
});
