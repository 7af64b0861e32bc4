import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, type EventObject } from 'xstate';
import { pointPaymentMachine } from '../../machines/epoint/point-payment.machine.ts';
import { wirePointPayment } from '../../machines/epoint/point-payment.ports.ts';
import { selectPointPaymentScreen } from '../../machines/epoint/point-payment.screens.ts';
import type { PointPaymentInput } from '../../machines/epoint/point-payment.types.ts';
import { type FailureReason, failure } from '../../machines/kernel/failure.ts';
import { startRig } from '../support/machine-harness.ts';
import { observed } from '../support/orders.ts';
import { assertCovered, coverTransitions } from '../support/transition-coverage.ts';

const pay: PointPaymentInput = { orderId: 'o-1', points: 499, start: 'pay' };
const resume: PointPaymentInput = { ...pay, start: 'resume' };
const offer: PointPaymentInput = { ...pay, start: 'offer' };

const balance = (amount: number, id = 'loadCoinBalance') => ({ type: `xstate.done.actor.${id}`, output: amount });
const checked = (amount: number) => balance(amount, 'checkBalance');
const taken = { type: 'xstate.done.actor.payWithPoints' };
const refusal = (id: string, reason: FailureReason, status = 200, code = 40_000) => ({
  type: `xstate.error.actor.${id}`,
  error: failure(reason, { status, code }),
});
const lost = refusal('payWithPoints', 'timedOut', 500, -1);
const status = (code: 'pending' | 'paid' | 'overdue') => ({
  type: 'xstate.done.actor.readOrder',
  output: observed(code, 1_000),
});
const backOff = { type: 'xstate.after.backOff.point-payment.uncertain.backingOff' };
const press = { type: 'points.pay' } as const;
const checkBalance = { type: 'balance.check' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const play = async (input: PointPaymentInput, ...events: readonly EventObject[]) => {
  const rig = startRig(pointPaymentMachine, { input });
  for (const event of events) await rig.perform(event);
  return { rig, screen: selectPointPaymentScreen(rig.snapshot()) };
};
const FINISHED = [{ type: 'points.finished' }];

test('EPNT-03 RCHG-17 · every transition is taken, every state has a screen', async () => {
  const names = new Set<string>();
  assertCovered(
    await coverTransitions(pointPaymentMachine, {
      inputs: [pay, resume, offer],
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
        status('paid'),
        refusal('readOrder', 'offline', 500),
        backOff,
        press,
        checkBalance,
      ],
      serialize: ({ value, context }) => JSON.stringify([value, context.attempts]),
      visit: (snapshot) => names.add(selectPointPaymentScreen(snapshot).name),
    }),
  );
  expect([...names].sort()).toEqual(['checkingBalance', 'insufficient', 'payable', 'paying', 'refused', 'uncertain']);
});

describe('taking the points', () => {
  test('EPNT-05 EPNT-03 · the balance is read just before, then the points are taken once for this order', async () => {
    const { rig, screen } = await play(pay, balance(4_200), taken);
    expect(rig.inputsOf('payWithPoints')).toEqual([{ orderId: 'o-1' }]);
    expect(rig.reports).toEqual(FINISHED);
    expect(screen).toEqual({ name: 'paying', points: 499 });
  });

  test('EPNT-04 C40 · too little is seen before anything is sent, and says how much is missing', async () => {
    const { rig, screen } = await play(pay, balance(400));
    expect(rig.inputsOf('payWithPoints')).toEqual([]);
    expect(screen).toEqual({ name: 'insufficient', points: 499, balance: 400, missing: 99 });
    expect(rig.snapshot().can(press)).toBe(false);
  });

  test('EPNT-04 C40 · the server has the last word: its "too little" is shown with the balance of that moment', async () => {
    const { screen } = await play(pay, balance(4_200), refusal('payWithPoints', 'balanceInsufficient'), checked(12));
    expect(screen).toEqual({ name: 'insufficient', points: 499, balance: 12, missing: 487 });
  });

  test('EPNT-05 · without a balance the server decides', async () => {
    const { rig } = await play(pay, refusal('loadCoinBalance', 'timedOut', 500), taken);
    expect(rig.reports).toEqual(FINISHED);
  });

  test('EPNT-03 · a definite refusal names its reason and can be tried again', async () => {
    const { screen, rig } = await play(pay, balance(4_200), refusal('payWithPoints', 'channelClosed'));
    expect(screen).toMatchObject({ name: 'refused', failure: { reason: 'channelClosed' } });
    await rig.perform(press);
    expect(selectPointPaymentScreen(rig.snapshot())).toEqual({ name: 'paying', points: 499 });
  });

  test.each(['orderOver', 'orderNumberWrong'] as const)(
    'EPNT-03 · %s: the order itself tells what it is now',
    async (reason) => {
      expect((await play(pay, balance(4_200), refusal('payWithPoints', reason))).rig.reports).toEqual(FINISHED);
    },
  );
});

describe('when nobody knows', () => {
  test('EPNT-03 RCHG-20 · a lost answer asks for the order first; paid is paid, and nothing is sent again', async () => {
    const { rig } = await play(pay, balance(4_200), lost, backOff, status('paid'));
    expect(rig.inputsOf('readOrder')).toEqual([{ kind: 'epoint', orderId: 'o-1' }]);
    expect(rig.inputsOf('payWithPoints')).toHaveLength(1);
    expect(rig.reports).toEqual(FINISHED);
  });

  test('EPNT-03 RCHG-10 · still unpaid, it is sent again with the same number', async () => {
    const { rig } = await play(pay, balance(4_200), lost, backOff, status('pending'), balance(4_200), taken);
    expect(rig.inputsOf('payWithPoints')).toEqual([{ orderId: 'o-1' }, { orderId: 'o-1' }]);
    expect(rig.reports).toEqual(FINISHED);
  });

  test('EPNT-03 RCHG-20 · three follow-ups without an answer: the player says when to ask again', async () => {
    const failed = refusal('readOrder', 'offline', 500);
    const { rig, screen } = await play(pay, balance(4_200), lost, backOff, failed, backOff, failed, backOff, failed);
    expect(screen).toEqual({ name: 'uncertain', points: 499, checking: false });
    await rig.perform(press);
    expect(selectPointPaymentScreen(rig.snapshot())).toEqual({ name: 'uncertain', points: 499, checking: true });
    await rig.perform(status('paid'));
    expect(rig.inputsOf('payWithPoints')).toHaveLength(1);
  });

  test('EPNT-03 C20 · a server that asks for time gets it, at most half a minute', async () => {
    const busy = {
      type: 'xstate.error.actor.payWithPoints',
      error: failure('systemBusy', { status: 429, retryAfterMs: 20_000 }),
    };
    const { rig } = await play(pay, balance(4_200), busy);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(rig.isRunning('readOrder')).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(rig.isRunning('readOrder')).toBe(true);
  });
});

describe('coming back', () => {
  test('RCHG-16 EPNT-03 · a reload in the middle asks for the order before it goes on', async () => {
    const { rig } = await play(resume, status('pending'), balance(499), taken);
    expect(rig.inputsOf('payWithPoints')).toEqual([{ orderId: 'o-1' }]);
    expect((await play(resume, status('paid'))).rig.inputsOf('payWithPoints')).toEqual([]);
  });

  test('EPNT-04 · an order that was put aside takes nothing by itself', async () => {
    const { rig, screen } = await play(offer, checked(499));
    expect(screen).toEqual({ name: 'payable', points: 499, balance: 499 });
    expect(rig.inputsOf('payWithPoints')).toEqual([]);
  });

  test('EPNT-04 · back from topping up, the balance is read again and the order can be paid', async () => {
    const { rig, screen } = await play(pay, balance(400), checkBalance, checked(900));
    expect(screen).toEqual({ name: 'payable', points: 499, balance: 900 });
    await rig.perform(press);
    await rig.perform(balance(900));
    await rig.perform(taken);
    expect(rig.reports).toEqual(FINISHED);
  });
});

test('EPNT-03 · wired, the ports are asked and their signals end with the actor', async () => {
  const calls: [string, unknown, AbortSignal][] = [];
  const note =
    <T>(name: string, output: Promise<T>) =>
    (input: unknown, signal: AbortSignal) => {
      calls.push([name, input, signal]);
      return output;
    };
  const never = new Promise<never>(() => {});
  const wired = wirePointPayment({
    loadCoinBalance: note('loadCoinBalance', Promise.resolve(4_200)),
    payWithPoints: note('payWithPoints', never),
    readOrder: note('readOrder', never),
  });
  const actor = createActor(wired, { input: pay }).start();
  await vi.advanceTimersByTimeAsync(0);
  expect(calls.map(([name, input]) => [name, input])).toEqual([
    ['loadCoinBalance', {}],
    ['payWithPoints', { orderId: 'o-1' }],
  ]);
  actor.stop();
  expect(calls.at(-1)?.[2].aborted).toBe(true);
  const other = createActor(wired, { input: resume }).start();
  expect(calls.at(-1)?.slice(0, 2)).toEqual(['readOrder', { kind: 'epoint', orderId: 'o-1' }]);
  other.stop();
});
