import { beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { type ToastSubject, type ToastsEvent, toastsMachine } from '../../machines/toasts/toasts.machine.ts';
import { selectToastsScreen } from '../../machines/toasts/toasts.screens.ts';
import { assertCovered, coverTransitions } from '../support/machines/transition-coverage.ts';

beforeEach(() => void vi.useFakeTimers());

const add = (subject: ToastSubject, orderId?: string): ToastsEvent => ({
  type: 'toast.add',
  subject,
  level: subject === 'offline' ? 'error' : 'info',
  ...(orderId !== undefined && { orderId }),
});

const close = (what: Omit<Extract<ToastsEvent, { type: 'toast.close' }>, 'type'>) =>
  ({ type: 'toast.close', ...what }) as ToastsEvent;
const ofAccount = close({ ofAccount: true });
const pause: ToastsEvent = { type: 'toast.pause' };

/** Sends events, waits for so many ms, and expects toasts with these ids to be shown. */
const play = (...steps: readonly (ToastsEvent | number | readonly number[])[]) => {
  const actor = createActor(toastsMachine).start();
  const screen = () => selectToastsScreen(actor.getSnapshot());
  const shown = () => {
    const found = screen();
    return found.name === 'empty' ? [] : found.toasts.map(({ id }) => id);
  };
  for (const step of steps)
    if (typeof step === 'number') vi.advanceTimersByTime(step);
    else if ('type' in step) actor.send(step);
    else expect(shown()).toEqual(step);
  return { screen, can: (event: ToastsEvent) => actor.getSnapshot().can(event) };
};

test('every transition of the toasts is taken on a real actor (ERRS-06)', async () => {
  const coverage = await coverTransitions(toastsMachine, {
    inputs: [undefined],
    events: [
      add('copied'),
      add('offline'),
      add('orderPaid', 'o1'),
      add('orderDelivered', 'o1'),
      ...[{ id: 1 }, { id: 2 }, { orderId: 'o1' }, { ofAccount: true as const }].map(close),
      pause,
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
  const [one, two, none] = [add('orderPaid', 'o1'), add('orderPaid', 'o2'), add('orderPaid')];
  const toast = { subject: 'orderPaid', level: 'info' };
  expect(play(one, one, two, none, one, none).screen()).toEqual({
    name: 'showing',
    toasts: ['o1', 'o2', null].map((orderId, index) => ({ id: index + 1, ...toast, orderId })),
  });
});

test('an order has one toast: newer news replaces it and is shown for its full time', () => {
  const older = [add('orderPaid', 'o1'), add('orderPaid', 'o2'), 5_000, add('orderDelivered', 'o2'), [1, 3]] as const;
  const newer = [999, add('orderDelivered', 'o1'), [3, 4], 5_999, [3, 4], 1, [4]] as const;
  const { screen } = play(...older, ...newer, pause, add('orderPaid', 'o1'), 60_000, [5]);
  expect(screen()).toMatchObject({ toasts: [{ subject: 'orderPaid', orderId: 'o1' }] });
});

test('the toast of an order is closed when the order is in view, and the next oldest gets its full time', () => {
  const view = [close({ orderId: 'o2' }), [1, 2], close({ orderId: 'o1' })] as const;
  play(add('orderPaid', 'o1'), add('copied'), 5_000, ...view, 5_999, [2], 1, []);
});

test('one event closes the toasts of the account and its orders, and others stay', () => {
  const others = [add('orderPaid', 'o1'), add('copied'), add('unpaidFailed'), ofAccount, [2], ofAccount, [2]] as const;
  const orders = [close({ id: 2 }), add('orderPaid', 'o1'), add('orderDelivered', 'o2'), ofAccount, []] as const;
  expect(play(...others, ...orders).screen().name).toBe('empty');
});

test.each(['storageUnavailable', 'localeFailed', 'copied', 'serviceLinkMissing', 'backOnline'] as const)(
  'closing the toasts of the account closes a %s toast only if it is about an order',
  (subject) => void play(add(subject), add(subject, 'o1'), ofAccount, [1]),
);

test('the oldest toast goes after 6 s, an error after 10 s, counted from when it became the oldest', () => {
  const queue = [add('copied'), add('offline'), add('backOnline')];
  play(...queue, 5_999, [1, 2, 3], 1, [2, 3], 9_999, [2, 3], 1, [3], 6_000, []);
});

test('no toast disappears while the queue is paused, unless the player closes it', () => {
  play(add('copied'), 5_000, pause, 60_000, [1], { type: 'toast.resume' }, 5_999, [1], 1, []);
  const { can } = play(add('copied'), add('backOnline'), pause, close({ id: 2 }), [1], close({ id: 1 }), []);
  expect(can(close({ id: 1 }))).toBe(false);
});

test('at most three are visible; closing one makes room, and the next oldest gets its full time', () => {
  const queue = [add('copied'), add('backOnline'), add('orderPaid', 'o1'), add('orderPaid', 'o2'), [1, 2, 3]] as const;
  const { can } = play(...queue, 3_000, close({ id: 2 }), [1, 3, 4], 3_000, [3, 4]);
  expect(can(close({ id: 9 }))).toBe(false);
  play(...queue, 6_000, [2, 3, 4], 4_000, close({ id: 2 }), 5_999, [3, 4], 1, [4]);
});
