import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { noticesMachine } from '../../machines/notices/notices.machine.ts';
import { selectNoticesScreen } from '../../machines/notices/notices.screens.ts';
import type { NoticesEvent } from '../../machines/notices/notices.types.ts';
import { assertCovered, coverTransitions } from '../support/transition-coverage.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const add = (subject: 'copied' | 'orderPaid' | 'offline' | 'backOnline', orderId?: string): NoticesEvent => ({
  type: 'notice.add',
  subject,
  level: subject === 'offline' ? 'error' : 'info',
  ...(orderId !== undefined && { orderId }),
});

const start = () => {
  const actor = createActor(noticesMachine).start();
  return {
    send: (event: NoticesEvent) => actor.send(event),
    can: (event: NoticesEvent) => actor.getSnapshot().can(event),
    shown: () => {
      const screen = selectNoticesScreen(actor.getSnapshot());
      return screen.name === 'quiet' ? [] : screen.notices.map(({ id }) => id);
    },
    screen: () => selectNoticesScreen(actor.getSnapshot()),
    pass: (ms: number) => vi.advanceTimersByTime(ms),
  };
};

test('ERRS-06 every transition of the notices is taken on a real actor', async () => {
  const coverage = await coverTransitions(noticesMachine, {
    inputs: [undefined],
    events: [
      add('copied'),
      add('offline'),
      { type: 'notice.close', id: 1 },
      { type: 'notice.close', id: 2 },
      { type: 'notice.hold' },
      { type: 'notice.release' },
      { type: 'xstate.after.stay.notices.showing.passing' },
    ],
    serialize: ({ value, context }) => JSON.stringify([value, context.queue.map(({ id }) => id)]),
    filter: ({ context }) => context.nextId < 4,
    visit: (snapshot) =>
      expect(selectNoticesScreen(snapshot).name).toBe(snapshot.context.queue.length ? 'showing' : 'quiet'),
  });
  assertCovered(coverage);
});

test('nothing is told twice: same subject and order', () => {
  const { send, screen } = start();
  for (const event of [add('orderPaid', 'o1'), add('orderPaid', 'o1'), add('orderPaid', 'o2'), add('orderPaid')])
    send(event);
  expect(screen()).toEqual({
    name: 'showing',
    notices: [
      { id: 1, subject: 'orderPaid', level: 'info', orderId: 'o1' },
      { id: 2, subject: 'orderPaid', level: 'info', orderId: 'o2' },
      { id: 3, subject: 'orderPaid', level: 'info', orderId: null },
    ],
  });
});

test('one goes after the other: 6 s, an error 10 s, each counted from when it is the oldest', () => {
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

test('nothing disappears under the hand of the player', () => {
  const { send, shown, pass } = start();
  send(add('copied'));
  pass(5_000);
  send({ type: 'notice.hold' });
  pass(60_000);
  expect(shown()).toEqual([1]);
  send({ type: 'notice.release' });
  pass(5_999);
  expect(shown()).toEqual([1]);
  pass(1);
  expect(shown()).toEqual([]);
});

test('at most three are drawn; what is closed makes room, and the next oldest stays its whole time', () => {
  const { send, shown, pass, can } = start();
  for (const event of [add('copied'), add('backOnline'), add('orderPaid', 'o1'), add('orderPaid', 'o2')]) send(event);
  expect(shown()).toEqual([1, 2, 3]);
  expect(can({ type: 'notice.close', id: 9 })).toBe(false);
  pass(3_000);
  send({ type: 'notice.close', id: 2 });
  expect(shown()).toEqual([1, 3, 4]);
  pass(3_000);
  expect(shown()).toEqual([3, 4]);
  pass(4_000);
  send({ type: 'notice.close', id: 3 });
  pass(5_999);
  expect(shown()).toEqual([4]);
  pass(1);
  expect(shown()).toEqual([]);
});

test('what was told and is gone may be told again', () => {
  const { send, shown, pass } = start();
  send(add('copied'));
  pass(6_000);
  send(add('copied'));
  expect(shown()).toEqual([2]);
});
