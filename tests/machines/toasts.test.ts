import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { toastsMachine } from '../../machines/toasts/toasts.machine.ts';
import { selectToastsScreen } from '../../machines/toasts/toasts.screens.ts';
import type { ToastSubject, ToastsEvent } from '../../machines/toasts/toasts.types.ts';
import { assertCovered, coverTransitions } from '../support/machines/transition-coverage.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const add = (subject: ToastSubject, orderId?: string): ToastsEvent => ({
  type: 'toast.add',
  subject,
  level: subject === 'offline' ? 'error' : 'info',
  ...(orderId !== undefined && { orderId }),
});

const start = () => {
  const actor = createActor(toastsMachine).start();
  return {
    send: (event: ToastsEvent) => actor.send(event),
    can: (event: ToastsEvent) => actor.getSnapshot().can(event),
    shown: () => {
      const screen = selectToastsScreen(actor.getSnapshot());
      return screen.name === 'empty' ? [] : screen.toasts.map(({ id }) => id);
    },
    screen: () => selectToastsScreen(actor.getSnapshot()),
    pass: (ms: number) => vi.advanceTimersByTime(ms),
  };
};

test('every transition of the toasts is taken on a real actor (ERRS-06)', async () => {
  const coverage = await coverTransitions(toastsMachine, {
    inputs: [undefined],
    events: [
      add('copied'),
      add('offline'),
      add('orderPaid', 'o1'),
      add('orderDelivered', 'o1'),
      { type: 'toast.close', id: 1 },
      { type: 'toast.close', id: 2 },
      { type: 'toast.close', orderId: 'o1' },
      { type: 'toast.close', ofAccount: true },
      { type: 'toast.pause' },
      { type: 'toast.resume' },
      { type: 'xstate.after.displayTime.toasts.open.showing' },
    ],
    serialize: ({ value, context }) =>
      JSON.stringify([value, context.queue.map(({ id, subject, orderId }) => [id, subject, orderId])]),
    filter: ({ context }) => context.nextId < 5,
    visit: (snapshot) => {
      const isEmpty = snapshot.context.queue.length === 0;
      expect(snapshot.matches('empty')).toBe(isEmpty);
      expect(selectToastsScreen(snapshot).name).toBe(isEmpty ? 'empty' : 'showing');
    },
  });
  assertCovered(coverage);
});

test('a toast with the same subject and order is queued once', () => {
  const { send, screen } = start();
  for (const event of [add('orderPaid', 'o1'), add('orderPaid', 'o1'), add('orderPaid', 'o2'), add('orderPaid')])
    send(event);
  for (const event of [add('orderPaid', 'o1'), add('orderPaid')]) send(event);
  expect(screen()).toEqual({
    name: 'showing',
    toasts: [
      { id: 1, subject: 'orderPaid', level: 'info', orderId: 'o1' },
      { id: 2, subject: 'orderPaid', level: 'info', orderId: 'o2' },
      { id: 3, subject: 'orderPaid', level: 'info', orderId: null },
    ],
  });
});

test('an order has one toast: newer news replaces it and is shown for its full time', () => {
  const { send, screen, shown, pass } = start();
  for (const event of [add('orderPaid', 'o1'), add('orderPaid', 'o2')]) send(event);
  pass(5_000);
  send(add('orderDelivered', 'o2'));
  expect(shown()).toEqual([1, 3]);
  pass(999);
  send(add('orderDelivered', 'o1'));
  expect(screen()).toMatchObject({ toasts: [{ subject: 'orderDelivered' }, { subject: 'orderDelivered' }] });
  expect(shown()).toEqual([3, 4]);
  pass(5_999);
  expect(shown()).toEqual([3, 4]);
  pass(1);
  expect(shown()).toEqual([4]);
  send({ type: 'toast.pause' });
  send(add('orderPaid', 'o1'));
  pass(60_000);
  expect(shown()).toEqual([5]);
});

test('the toast of an order is closed when the order is in view, and the next oldest gets its full time', () => {
  const { send, shown, pass } = start();
  for (const event of [add('orderPaid', 'o1'), add('copied')]) send(event);
  pass(5_000);
  send({ type: 'toast.close', orderId: 'o2' });
  expect(shown()).toEqual([1, 2]);
  send({ type: 'toast.close', orderId: 'o1' });
  pass(5_999);
  expect(shown()).toEqual([2]);
  pass(1);
  expect(shown()).toEqual([]);
});

test('one event closes the toasts of the account and its orders, and others stay', () => {
  const { send, shown, screen } = start();
  for (const event of [add('orderPaid', 'o1'), add('copied'), add('unpaidFailed')]) send(event);
  send({ type: 'toast.close', ofAccount: true });
  expect(shown()).toEqual([2]);
  send({ type: 'toast.close', ofAccount: true });
  expect(shown()).toEqual([2]);
  send({ type: 'toast.close', id: 2 });
  for (const event of [add('orderPaid', 'o1'), add('orderDelivered', 'o2')]) send(event);
  send({ type: 'toast.close', ofAccount: true });
  expect(screen().name).toBe('empty');
});

test.each(['storageUnavailable', 'localeFailed', 'copied', 'serviceLinkMissing', 'backOnline'] as const)(
  'closing the toasts of the account closes a %s toast only if it is about an order',
  (subject) => {
    const { send, shown } = start();
    for (const event of [add(subject), add(subject, 'o1')]) send(event);
    send({ type: 'toast.close', ofAccount: true });
    expect(shown()).toEqual([1]);
  },
);

test('the oldest toast goes after 6 s, an error after 10 s, counted from when it became the oldest', () => {
  const { send, shown, pass } = start();
  for (const event of [add('copied'), add('offline'), add('backOnline')]) send(event);
  pass(5_999);
  expect(shown()).toEqual([1, 2, 3]);
  pass(1);
  expect(shown()).toEqual([2, 3]);
  pass(9_999);
  expect(shown()).toEqual([2, 3]);
  pass(1);
  expect(shown()).toEqual([3]);
  pass(6_000);
  expect(shown()).toEqual([]);
});

test('no toast disappears while the queue is paused, unless the player closes it', () => {
  const { send, shown, pass, can } = start();
  send(add('copied'));
  pass(5_000);
  send({ type: 'toast.pause' });
  pass(60_000);
  expect(shown()).toEqual([1]);
  send({ type: 'toast.resume' });
  pass(5_999);
  expect(shown()).toEqual([1]);
  pass(1);
  expect(shown()).toEqual([]);

  for (const event of [add('copied'), add('backOnline')]) send(event);
  send({ type: 'toast.pause' });
  expect(can({ type: 'toast.close', id: 1 })).toBe(false);
  send({ type: 'toast.close', id: 3 });
  expect(shown()).toEqual([2]);
  send({ type: 'toast.close', id: 2 });
  expect(shown()).toEqual([]);
});

test('at most three are visible; closing one makes room, and the next oldest gets its full time', () => {
  const { send, shown, pass, can } = start();
  for (const event of [add('copied'), add('backOnline'), add('orderPaid', 'o1'), add('orderPaid', 'o2')]) send(event);
  expect(shown()).toEqual([1, 2, 3]);
  expect(can({ type: 'toast.close', id: 9 })).toBe(false);
  pass(3_000);
  send({ type: 'toast.close', id: 2 });
  expect(shown()).toEqual([1, 3, 4]);
  pass(3_000);
  expect(shown()).toEqual([3, 4]);
  pass(4_000);
  send({ type: 'toast.close', id: 3 });
  pass(5_999);
  expect(shown()).toEqual([4]);
  pass(1);
  expect(shown()).toEqual([]);
});
