import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FailureReason, failure } from '../../machines/kernel/failure.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../machines/order/order.status.ts';
import { paymentMachine } from '../../machines/payment/payment.machine.ts';
import { type PaymentSnapshot, selectPaymentScreen } from '../../machines/payment/payment.screens.ts';
import type { PaymentInput } from '../../machines/payment/payment.types.ts';
import { startHarness } from '../support/machines/machine-harness.ts';
import { observed, recordOf, ticket } from '../support/machines/orders.ts';
import { assertCovered, coverTransitions, mergeCoverage } from '../support/machines/transition-coverage.ts';

const created: PaymentInput = { ticket, mode: 'created', shown: true, windowRef: 'w1', record: null };
const resumed: PaymentInput = { ticket, mode: 'resumed', shown: false, windowRef: null, record: null };
const bare: PaymentInput = { ...resumed, ticket: { ...ticket, payment: { kind: 'redirect', payUrl: null } } };
const LATER = 20 * 60_000;

const answer = (status: OrderStatus, after: number) => ({
  type: 'xstate.done.actor.readOrder',
  output: observed(status, after),
});
const peer = (status: 'pending' | 'paid' | 'refunded', after: number) => ({
  type: 'peer.observed',
  observation: observed(status, after),
});
const timer = (name: string, state: string) => ({ type: `xstate.after.${name}.payment.${state}` });
const refusal = (id: string, reason: FailureReason) => ({ type: `xstate.error.actor.${id}`, error: failure(reason) });

const listeners = {
  'deadline.reached': 'deadline',
  'tab.woke': 'environment',
  'network.changed': 'environment',
  'leader.elected': 'peers',
  'leader.lost': 'peers',
  'peer.observed': 'peers',
  'method.offered': 'method.redirect',
  'method.changed': 'method.redirect',
  'order.check': 'method.redirect',
};

const names = new Set<string>();
const visit = (snapshot: PaymentSnapshot) => void names.add(selectPaymentScreen(snapshot).name);

const phases = () =>
  coverTransitions(paymentMachine, {
    inputs: [
      created,
      resumed,
      ...ORDER_STATUSES.filter((status) => status !== 'pending').map((status) => ({
        ...resumed,
        record: recordOf(status),
      })),
    ],
    events: [
      { type: 'method.offered' },
      { type: 'method.changed', payment: { kind: 'redirect', payUrl: null } },
      ...ORDER_STATUSES.map((status) => answer(status, 5_000)),
      answer('overdue', LATER),
      answer('failed', LATER),
      refusal('readOrder', 'orderNumberWrong'),
      refusal('deleteOrder', 'unknownError'),
      { type: 'xstate.done.actor.deleteOrder', output: undefined },
      timer('gracePeriod', 'following'),
      timer('latePaymentCheck', 'following.phase.lapsed.watching'),
      { type: 'payment.resubmit' },
      { type: 'payment.dismiss' },
      { type: 'payment.leave' },
      { type: 'deadline.reached' },
      { type: 'tab.woke' },
      peer('pending', 5_000),
      peer('pending', 301_000),
      peer('paid', 301_000),
      peer('refunded', 301_000),
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
      answer('pending', 5_000),
      answer('paid', 5_000),
      answer('delivered', 5_000),
      refusal('readOrder', 'offline'),
      refusal('readOrder', 'orderNumberWrong'),
      timer('gracePeriod', 'following'),
      timer('completedCooldown', 'following.completed.pausing'),
      timer('pollInterval', 'following.polling.idle.waiting'),
      timer('reconnectDelay', 'following.polling.idle.reconnecting'),
      timer('requestTimeout', 'following.polling.requesting'),
      { type: 'payment.completed' },
      { type: 'tab.woke' },
      { type: 'order.check' },
      { type: 'network.changed', online: true },
      { type: 'network.changed', online: false },
      { type: 'leader.elected' },
      { type: 'leader.lost' },
    ],
    listeners,
    serialize: ({ value, context: { online, leading, pollQueued, tabReturned, inGracePeriod, record } }) =>
      JSON.stringify([value, online, leading, pollQueued, tabReturned, inGracePeriod, record?.status]),
    visit,
  });

const presence = () =>
  coverTransitions(paymentMachine, {
    inputs: [created, resumed],
    extraPaths: [{ input: bare, events: [answer('pending', 5_000)] }],
    events: [
      refusal('method.redirect', 'unknownError'),
      { type: 'payment.later' },
      { type: 'payment.resume' },
      { type: 'points.changed' },
      refusal('saveDeferred', 'unknownError'),
      ...['deadline', 'peers', 'environment'].map((id) => refusal(id, 'unknownError')),
      answer('paid', 5_000),
      answer('overdue', 5_000),
      { type: 'payment.resubmit' },
      { type: 'payment.dismiss' },
      { type: 'payment.leave' },
      timer('gracePeriod', 'following'),
    ],
    listeners,
    serialize: ({ value, context: { record } }) => JSON.stringify([value, record?.status]),
    visit,
  });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('every transition of the payment is taken on a real actor, every state has its screen (RCHG-13, RCHG-17)', async () => {
  const coverage = mergeCoverage([await phases(), await polling(), await presence()]);
  assertCovered(coverage);
  expect(coverage.taken.size).toBe(coverage.all.length);
  const results = ORDER_STATUSES.filter((status) => status !== 'pending');
  expect(names).toEqual(new Set(['deferred', 'last-check', 'unknown', 'unpaid', ...results]));
});

test.each([
  { what: 'a new order', input: created, start: 'pay' },
  { what: 'an order that is shown after a reload', input: { ...resumed, shown: true }, start: 'offer' },
  {
    what: 'an order whose payment was in flight',
    input: { ...resumed, shown: true, mode: 'interrupted' },
    start: 'resume',
  },
  { what: 'a deferred order', input: resumed, start: 'offer' },
])('the method of $what starts with "$start" (RCHG-16, EPNT-04)', ({ input, start }) => {
  const harness = startHarness(paymentMachine, { input, listeners });
  const { orderId, payment } = ticket;
  expect(harness.inputsOf('method.redirect')).toEqual([{ orderId, payment, start, windowRef: input.windowRef }]);
  harness.stop();
});

test.each(['order', 'epoint'] as const)('a read names the order and its kind: %s (RCHG-13)', (kind) => {
  const harness = startHarness(paymentMachine, { input: { ...resumed, ticket: { ...ticket, kind } }, listeners });
  expect(harness.inputsOf('readOrder')).toEqual([{ kind, orderId: 'o-1' }]);
  harness.stop();
});

test('a dismissed order is reported even if its deletion fails (RCHG-14)', async () => {
  const harness = startHarness(paymentMachine, { input: { ...resumed, record: recordOf('refunded') }, listeners });
  await harness.perform({ type: 'payment.dismiss' });
  await harness.perform(refusal('deleteOrder', 'unknownError'));
  expect(harness.reports).toEqual([{ type: 'payment.dismissed', orderId: 'o-1' }]);
  expect(harness.snapshot().status).toBe('done');
});
