import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EventObject } from 'xstate';
import { type FailureReason, failure } from '../../machines/kernel/failure.ts';
import { pointPaymentMachine } from '../../machines/payment/points/point-payment.machine.ts';
import { selectPointPaymentScreen } from '../../machines/payment/points/point-payment.screens.ts';
import type { PointPaymentInput } from '../../machines/payment/points/point-payment.types.ts';
import { startHarness } from '../support/machines/machine-harness.ts';
import { observed } from '../support/machines/orders.ts';
import { assertCovered, coverTransitions } from '../support/machines/transition-coverage.ts';

const pay: PointPaymentInput = {
  orderId: 'o-1',
  payment: { kind: 'points', amount: 499 },
  start: 'pay',
  windowRef: null,
};
const resume: PointPaymentInput = { ...pay, start: 'resume' };
const offer: PointPaymentInput = { ...pay, start: 'offer' };

const balance = (amount: number, id = 'loadCoinBalance') => ({ type: `xstate.done.actor.${id}`, output: amount });
const checked = (amount: number) => balance(amount, 'checkBalance');
const taken = { type: 'xstate.done.actor.payWithPoints' };
const refusal = (id: string, reason: FailureReason, status = 200, code = 40_000) => ({
  type: `xstate.error.actor.${id}`,
  error: failure(reason, { status, code }),
});
const busy = (id: string) => ({
  type: `xstate.error.actor.${id}`,
  error: failure('systemBusy', { status: 429, retryAfterMs: 20_000 }),
});
const lost = refusal('payWithPoints', 'timedOut', 500, -1);
const status = (code: 'pending' | 'paid' | 'overdue', mayRepeat = true) => ({
  type: 'xstate.done.actor.readOrder',
  output: { ...observed(code, 1_000), mayRepeat },
});
const backOff = { type: 'xstate.after.backOff.point-payment.uncertain.backingOff' };
const press = { type: 'points.pay' } as const;
const checkBalance = { type: 'method.shown' };
const pointsChanged = { type: 'points.changed' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const play = async (input: PointPaymentInput, ...events: readonly EventObject[]) => {
  const harness = startHarness(pointPaymentMachine, { input, silent: ['effects'] });
  for (const event of events) await harness.perform(event);
  return { harness, screen: selectPointPaymentScreen(harness.snapshot()) };
};
const FINISHED = [{ type: 'order.check' }];

test('every transition is taken, every state has a screen (EPNT-03, RCHG-17)', async () => {
  const names = new Set<string>();
  assertCovered(
    await coverTransitions(pointPaymentMachine, {
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
        { type: 'xstate.error.actor.effects', error: failure('unknownError') },
      ],
      serialize: ({ value, context }) => JSON.stringify([value, context.attempts]),
      visit: (snapshot) => names.add(selectPointPaymentScreen(snapshot).name),
    }),
  );
  expect([...names].sort()).toEqual(['checkingBalance', 'insufficient', 'payable', 'paying', 'refused', 'uncertain']);
});

describe('spending E Points', () => {
  test('the balance is read first, then the E Points are spent once for this order (EPNT-05, EPNT-03)', async () => {
    const { harness, screen } = await play(pay, balance(4_200), taken);
    expect(harness.inputsOf('payWithPoints')).toEqual([{ orderId: 'o-1' }]);
    expect(harness.reports).toEqual(FINISHED);
    expect(screen).toEqual({ name: 'paying', points: 499 });
  });

  test('the server decides: its "insufficient" is shown with the current balance (EPNT-04, C40)', async () => {
    const { screen } = await play(pay, balance(4_200), refusal('payWithPoints', 'balanceInsufficient'), checked(12));
    expect(screen).toEqual({ name: 'insufficient', points: 499, balance: 12, missing: 487 });
  });

  test('without a balance the server decides (EPNT-05)', async () => {
    const { harness } = await play(pay, refusal('loadCoinBalance', 'timedOut', 500), taken);
    expect(harness.reports).toEqual(FINISHED);
  });

  test('a definite refusal shows its reason and can be retried (EPNT-03)', async () => {
    const { screen, harness } = await play(pay, balance(4_200), refusal('payWithPoints', 'channelClosed'));
    expect(screen).toMatchObject({ name: 'refused', failure: { reason: 'channelClosed' } });
    await harness.perform(press);
    expect(selectPointPaymentScreen(harness.snapshot())).toEqual({ name: 'paying', points: 499 });
  });

  test.each(['orderOver', 'orderNumberWrong'] as const)(
    '%s: the status of the order decides (EPNT-03)',
    async (reason) => {
      expect((await play(pay, balance(4_200), refusal('payWithPoints', reason))).harness.reports).toEqual(FINISHED);
    },
  );
});

describe('an uncertain outcome', () => {
  test('after a lost response the order is read first, and a paid order is not paid again (EPNT-03, RCHG-20)', async () => {
    const { harness } = await play(pay, balance(4_200), lost, backOff, status('paid'));
    expect(harness.inputsOf('readOrder')).toEqual([{ kind: 'epoint', orderId: 'o-1' }]);
    expect(harness.inputsOf('payWithPoints')).toHaveLength(1);
    expect(harness.reports).toEqual(FINISHED);
  });

  test.each([
    { what: 'a lost response', start: pay, events: [balance(4_200), lost, backOff] },
    { what: 'a reload', start: resume, events: [] },
  ])(
    'an API that may take E Points twice: after $what and three reads, only a press pays again (EPNT-03, RCHG-20)',
    async ({ start, events }) => {
      const isOpen = status('pending', false);
      const { harness, screen } = await play(
        start,
        ...events,
        isOpen,
        backOff,
        isOpen,
        backOff,
        isOpen,
        checked(4_200),
      );
      expect(harness.inputsOf('payWithPoints')).toHaveLength(events.length > 0 ? 1 : 0);
      expect(screen).toEqual({ name: 'payable', points: 499, balance: 4_200, isRepeat: true });
      await harness.perform(press);
      await harness.perform(balance(4_200));
      expect(harness.isRunning('payWithPoints')).toBe(true);
    },
  );

  test('after three reads without a response the player decides when to retry (EPNT-03, RCHG-20)', async () => {
    const failed = refusal('readOrder', 'offline', 500);
    const { harness, screen } = await play(
      pay,
      balance(4_200),
      lost,
      backOff,
      failed,
      backOff,
      failed,
      backOff,
      failed,
    );
    expect(screen).toEqual({ name: 'uncertain', points: 499, checking: false });
    await harness.perform(press);
    expect(selectPointPaymentScreen(harness.snapshot())).toEqual({ name: 'uncertain', points: 499, checking: true });
    await harness.perform(status('paid'));
    expect(harness.inputsOf('payWithPoints')).toHaveLength(1);
  });

  test.each([
    { what: 'a payment', events: [busy('payWithPoints')] },
    { what: 'a read', events: [lost, backOff, busy('readOrder')] },
  ])('Retry-After of $what is respected, up to half a minute (EPNT-03, C20)', async ({ events }) => {
    const { harness } = await play(pay, balance(4_200), ...events);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(harness.isRunning('readOrder')).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(harness.isRunning('readOrder')).toBe(true);
  });

  test.each([
    { what: 'a refusal', events: [balance(4_200), refusal('payWithPoints', 'channelClosed')] },
    { what: 'a top-up', events: [balance(400), checkBalance, checked(4_200)] },
  ])(
    'a payment that the player starts again after $what has three reads again (EPNT-03, RCHG-20)',
    async ({ events }) => {
      const { harness } = await play(resume, status('pending'), ...events, press, balance(4_200), lost);
      const failed = refusal('readOrder', 'offline', 500);
      for (const wait of [1_000, 3_000, 9_000]) {
        await vi.advanceTimersByTimeAsync(wait - 1);
        expect(harness.isRunning('readOrder')).toBe(false);
        await vi.advanceTimersByTimeAsync(1);
        expect(harness.isRunning('readOrder')).toBe(true);
        await harness.perform(failed);
      }
      expect(selectPointPaymentScreen(harness.snapshot())).toMatchObject({ name: 'uncertain', checking: false });
    },
  );
});

describe('resuming', () => {
  test('a resumed deferred order spends nothing until the player confirms (EPNT-04)', async () => {
    const { harness, screen } = await play(offer, checked(499));
    expect(screen).toEqual({ name: 'payable', points: 499, balance: 499, isRepeat: false });
    expect(harness.inputsOf('payWithPoints')).toEqual([]);
  });

  test.each([
    { what: 'too few E Points', events: [balance(400)], marks: [false] },
    { what: 'a refusal', events: [balance(4_200), refusal('payWithPoints', 'channelClosed')], marks: [false] },
    {
      what: 'a press after a refusal',
      events: [balance(4_200), refusal('payWithPoints', 'channelClosed'), press],
      marks: [false, true],
    },
    { what: 'a press after a top-up', events: [balance(400), checkBalance, checked(900), press], marks: [false, true] },
    { what: 'an unknown outcome', events: [balance(4_200), lost], marks: [] },
    { what: 'a payment', events: [balance(4_200), taken], marks: [] },
  ])(
    'after $what, the stored state says whether the next page load may continue the payment (EPNT-04, RCHG-16, C3)',
    async ({ events, marks }) => {
      const { harness } = await play(pay, ...events);
      expect(harness.sentTo('effects')).toEqual(marks.map((spending) => ({ type: 'spending.save', spending })));
    },
  );

  test('a press after an unknown outcome may be continued, even if the order was deferred (EPNT-03, RCHG-20)', async () => {
    const failed = refusal('readOrder', 'offline', 500);
    const { harness } = await play(resume, failed, backOff, failed, backOff, failed, press);
    expect(harness.sentTo('effects')).toEqual([{ type: 'spending.save', spending: true }]);
  });

  test('E Points that are credited while too few are shown are read, and nothing is spent (EPNT-04)', async () => {
    const { harness, screen } = await play(pay, balance(400), pointsChanged, checked(900));
    expect(screen).toEqual({ name: 'payable', points: 499, balance: 900, isRepeat: false });
    expect(harness.inputsOf('payWithPoints')).toEqual([]);
  });

  test('a balance that fails to load is not replaced by the one before it (EPNT-04, EPNT-05)', async () => {
    const { screen } = await play(pay, balance(400), checkBalance, refusal('checkBalance', 'offline', 500));
    expect(screen).toEqual({ name: 'payable', points: 499, balance: null, isRepeat: false });
  });
});
