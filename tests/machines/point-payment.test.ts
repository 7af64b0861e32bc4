import { beforeEach, expect, test, vi } from 'vitest';
import type { EventObject } from 'xstate';
import { type FailureReason, failure } from '../../machines/kernel/failure.ts';
import { type PointPaymentInput, pointPaymentMachine } from '../../machines/payment/points/point-payment.machine.ts';
import { selectPointPaymentScreen } from '../../machines/payment/points/point-payment.screens.ts';
import { done, failed, startHarness } from '../support/machines/machine-harness.ts';
import { observed } from '../support/machines/orders.ts';
import { coverScreens } from '../support/machines/transition-coverage.ts';

const pay: PointPaymentInput = {
  orderId: 'o-1',
  payment: { kind: 'points', amount: 499 },
  start: 'pay',
  windowRef: null,
};
const resume: PointPaymentInput = { ...pay, start: 'resume' };
const offer: PointPaymentInput = { ...pay, start: 'offer' };

const balance = (amount: number, id = 'loadCoinBalance') => done(id, amount);
const checked = (amount: number) => balance(amount, 'checkBalance');
const taken = done('payWithPoints');
const refusal = (id: string, reason: FailureReason, status = 200, code = 40_000) =>
  failed(id, failure(reason, { status, code }));
const busy = (id: string) => failed(id, failure('systemBusy', { status: 429, retryAfterMs: 20_000 }));
const lost = refusal('payWithPoints', 'timedOut', 500, -1);
const status = (code: 'pending' | 'paid' | 'overdue', mayRepeat = true) =>
  done('readOrder', { ...observed(code, 1_000), mayRepeat });
const backOff = { type: 'xstate.after.backOff.point-payment.uncertain.backingOff' };
const press = { type: 'points.pay' } as const;
const checkBalance = { type: 'method.shown' };
const pointsChanged = { type: 'points.changed' };

beforeEach(() => void vi.useFakeTimers());

const play = async (input: PointPaymentInput, ...events: readonly EventObject[]) => {
  const harness = await startHarness(pointPaymentMachine, { input, silent: ['effects'] }).after(...events);
  const payments = harness.inputsOf('payWithPoints').length;
  return { harness, payments, reports: harness.reports, screen: selectPointPaymentScreen(harness.snapshot()) };
};
const ENOUGH = balance(4_200);
const CLOSED = refusal('payWithPoints', 'channelClosed');
const UNREAD = refusal('readOrder', 'offline', 500);
const UNSETTLED = status('pending', false);
/** The order is read again, and decides. */
const DONE = { reports: [{ type: 'order.check' }] };

test('every transition is taken, every state has a screen (EPNT-03, RCHG-17)', async () => {
  const names = await coverScreens(pointPaymentMachine, {
    inputs: [pay, resume, offer],
    silent: ['effects'],
    events: [
      balance(499),
      balance(498),
      refusal('loadCoinBalance', 'offline', 500),
      checked(499),
      checked(10),
      refusal('checkBalance', 'offline', 500),
      taken,
      ...(['balanceInsufficient', 'orderOver', 'orderNumberWrong', 'channelClosed'] as const).map((reason) =>
        refusal('payWithPoints', reason),
      ),
      lost,
      status('pending'),
      status('pending', false),
      status('paid'),
      refusal('readOrder', 'offline', 500),
      backOff,
      press,
      checkBalance,
      pointsChanged,
      failed('effects', failure('unknownError')),
    ],
    serialize: ({ value, context }) => JSON.stringify([value, context.attempts]),
    screen: selectPointPaymentScreen,
  });
  expect(names).toEqual(['checkingBalance', 'insufficient', 'payable', 'paying', 'refused', 'uncertain']);
});

test.each<[what: string, input: PointPaymentInput, events: readonly EventObject[], found: object]>([
  ['an order is paid once, after the balance is read', pay, [ENOUGH, taken], { ...DONE, payments: 1 }],
  [
    'the "insufficient" of the server is shown with the current balance',
    pay,
    [ENOUGH, refusal('payWithPoints', 'balanceInsufficient'), checked(12)],
    { screen: { name: 'insufficient', points: 499, balance: 12, missing: 487 } },
  ],
  ['without a balance the server decides', pay, [refusal('loadCoinBalance', 'timedOut', 500), taken], DONE],
  ['a refusal shows its reason', pay, [ENOUGH, CLOSED], { screen: { name: 'refused', failure: CLOSED.error } }],
  ['a refusal can be retried', pay, [ENOUGH, CLOSED, press], { screen: { name: 'paying', points: 499 } }],
  ['an order that is over decides', pay, [ENOUGH, refusal('payWithPoints', 'orderOver')], DONE],
  ['an order that is not known decides', pay, [ENOUGH, refusal('payWithPoints', 'orderNumberWrong')], DONE],
  ['a paid order is not paid again', pay, [ENOUGH, lost, backOff, status('paid')], { ...DONE, payments: 1 }],
  [
    'a press after three reads without a response reads the order again',
    resume,
    [UNREAD, backOff, UNREAD, backOff, UNREAD, press],
    { payments: 0, screen: { name: 'uncertain', points: 499, checking: true } },
  ],
  [
    'E Points that are credited while too few are shown are read and not spent',
    pay,
    [balance(400), pointsChanged, checked(900)],
    { payments: 0, screen: { name: 'payable', points: 499, balance: 900, isRepeat: false } },
  ],
  [
    'a balance that fails to load is not replaced by the one before it',
    pay,
    [balance(400), checkBalance, refusal('checkBalance', 'offline', 500)],
    { screen: { name: 'payable', points: 499, balance: null, isRepeat: false } },
  ],
])('%s (EPNT-03, EPNT-04, EPNT-05, RCHG-20, C40)', async (_, input, events, found) => {
  expect(await play(input, ...events)).toMatchObject(found);
});

test('each call names the order (EPNT-03)', async () => {
  const { harness } = await play(pay, ENOUGH, lost, backOff);
  expect(harness.inputsOf('payWithPoints')).toEqual([{ orderId: 'o-1' }]);
  expect(harness.inputsOf('readOrder')).toEqual([{ kind: 'epoint', orderId: 'o-1' }]);
});

test.each([
  { what: 'a lost response', start: pay, events: [ENOUGH, lost, backOff], payments: 1 },
  { what: 'a reload', start: resume, events: [], payments: 0 },
])(
  'an API that may take E Points twice: after $what and three reads, only a press pays again (EPNT-03, RCHG-20)',
  async ({ start, events, payments }) => {
    const reads = [UNSETTLED, backOff, UNSETTLED, backOff, UNSETTLED];
    const { harness, ...found } = await play(start, ...events, ...reads, checked(4_200));
    const screen = { name: 'payable', points: 499, balance: 4_200, isRepeat: true };
    expect(found).toMatchObject({ payments, screen });
    await harness.perform(press, ENOUGH);
    expect(harness.isRunning('payWithPoints')).toBe(true);
  },
);

test.each([
  { what: 'a payment', events: [busy('payWithPoints')] },
  { what: 'a read', events: [lost, backOff, busy('readOrder')] },
])('Retry-After of $what is respected, up to half a minute (EPNT-03, C20)', async ({ events }) => {
  const { harness } = await play(pay, ENOUGH, ...events);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(harness.isRunning('readOrder')).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(harness.isRunning('readOrder')).toBe(true);
});

test.each([
  { what: 'a refusal', events: [ENOUGH, CLOSED] },
  { what: 'a top-up', events: [balance(400), checkBalance, checked(4_200)] },
])('a payment that the player starts again after $what has three reads (EPNT-03, RCHG-20)', async ({ events }) => {
  const { harness } = await play(resume, status('pending'), ...events, press, ENOUGH, lost);
  for (const wait of [1_000, 3_000, 9_000]) {
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(harness.isRunning('readOrder')).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await harness.perform(UNREAD);
  }
  expect(selectPointPaymentScreen(harness.snapshot())).toMatchObject({ name: 'uncertain', checking: false });
});

test.each([
  { what: 'a press after a refusal', input: pay, events: [ENOUGH, CLOSED, press], marks: [false, true] },
  { what: 'a press after a top-up', input: offer, events: [checked(900), press], marks: [false, true] },
  {
    what: 'a press after an unknown outcome',
    input: resume,
    events: [UNREAD, backOff, UNREAD, backOff, UNREAD, press],
    marks: [true],
  },
])(
  'after $what, the stored state says whether the next page load may continue the payment (EPNT-04, RCHG-16, C3)',
  async ({ input, events, marks }) => {
    const { harness } = await play(input, ...events);
    expect(harness.sentTo('effects')).toEqual(marks.map((spending) => ({ type: 'spending.save', spending })));
  },
);
