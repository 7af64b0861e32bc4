import { beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { homeMachine } from '../../machines/home/home.machine.ts';
import {
  canTopUp,
  openRedeem,
  selectGame,
  selectHomeOrders,
  selectRedeemScreen,
} from '../../machines/home/home.screens.ts';
import type { HomeEvent } from '../../machines/home/home.types.ts';
import { failure } from '../../machines/kernel/failure.ts';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import type { OrderRecord } from '../../machines/order/order.types.ts';
import { done, failed, startHarness } from '../support/machines/machine-harness.ts';
import { recordOf } from '../support/machines/orders.ts';
import { coverScreens } from '../support/machines/transition-coverage.ts';

const GAMES = [{ gameId: 'g-1' }, { gameId: 'g-2' }] as const;
const pick: HomeEvent = { type: 'game.pick', gameId: 'g-2' };
const edit: HomeEvent = { type: 'code.edit' };
const copied: HomeEvent = { type: 'code.copied' };
const refused: HomeEvent = { type: 'code.refused' };

beforeEach(() => void vi.useFakeTimers());

const after = (...events: readonly HomeEvent[]) => {
  const actor = createActor(homeMachine).start();
  for (const event of events) actor.send(event);
  return actor.getSnapshot();
};
const screenAfter = (...events: readonly HomeEvent[]) => selectRedeemScreen(after(...events));

const loaded = (...output: readonly OrderRecord[]) => ({ type: 'xstate.done.actor.loadNewestOrders', output });

test('every transition is taken, every state has a screen', async () => {
  const names = await coverScreens(homeMachine, {
    inputs: [undefined],
    events: [
      pick,
      openRedeem('A1'),
      openRedeem(' '),
      edit,
      copied,
      refused,
      loaded(),
      failed('loadNewestOrders', failure('offline')),
      done('loadPointBonus', { percent: 50, isFirst: true }),
      failed('loadPointBonus', failure('offline')),
    ],
    screen: (snapshot) => ({ name: selectRedeemScreen(snapshot) }),
  });
  expect(names).toEqual(['copied', 'copying', 'idle', 'missing', 'refused']);
});

test('the first game is shown until the player picks another one', () => {
  expect(selectGame(undefined, GAMES)).toBe(GAMES[0]);
  expect(selectGame(after(), GAMES)).toBe(GAMES[0]);
  expect(selectGame(after(pick), GAMES)).toBe(GAMES[1]);
  expect(selectGame(after({ type: 'game.pick', gameId: 'gone' }), GAMES)).toBe(GAMES[0]);
  expect(selectGame(after(), [])).toBe(null);
});

test('the bonus of the E Points is loaded beside the orders (ROUTE-06)', async () => {
  const harness = startHarness(homeMachine, { input: undefined });
  const bonus = { percent: 50, isFirst: true };
  await harness.perform(done('loadPointBonus', bonus));
  expect(harness.snapshot().context).toMatchObject({ bonus });
});

test('the page offers the orders on their way and the last delivered one that can be placed again (ROUTE-06)', async () => {
  const ordersAfter = async (...records: readonly OrderRecord[]) => {
    const harness = startHarness(homeMachine, { input: undefined });
    await harness.perform(loaded(...records));
    return selectHomeOrders(harness.snapshot());
  };
  const order = (paymentId: string, status: OrderStatus, more: Partial<OrderRecord> = {}) =>
    recordOf(status, { paymentId, ...more });
  const [paid, unknown] = [order('a', 'paid'), order('b', 'paid', { isStatusUnknown: true })];
  const gone = order('c', 'delivered', { itemId: null });
  const [last, older] = [order('d', 'delivered'), order('e', 'delivered')];
  expect(await ordersAfter(order('p', 'pending'), paid, unknown, order('f', 'refunded'), gone, last, older)).toEqual({
    loading: false,
    running: [paid],
    last,
  });
  expect(await ordersAfter(order('f', 'overdue'))).toEqual({ loading: false, running: [], last: null });
  expect(selectHomeOrders(after())).toEqual({ loading: true, running: [], last: null });
});

test('the result of the copy is shown until the code is edited or another game is picked', () => {
  expect(screenAfter(openRedeem('A1'), copied)).toBe('copied');
  expect(screenAfter(openRedeem('A1'), refused)).toBe('refused');
  for (const result of [copied, refused])
    for (const next of [edit, pick]) expect(screenAfter(openRedeem('A1'), result, next)).toBe('idle');
});

test('a late clipboard response is ignored after an edit', () => {
  expect(screenAfter(openRedeem('A1'), edit, copied)).toBe('idle');
});

test('an edit that changes nothing is refused, so a recording has no event per keystroke', () => {
  expect(after().can(edit)).toBe(false);
  expect(after(openRedeem(' ')).can(edit)).toBe(true);
});

test('the code itself never becomes part of an event or of the context', () => {
  expect(JSON.stringify([openRedeem('SECRET'), after(openRedeem('SECRET')).context])).not.toContain('SECRET');
});

test.each([
  ['the configured game', ['isles', 'comet'], 'isles', true],
  ['another game than the configured one', ['isles', 'comet'], 'comet', false],
  ['the only game, with none configured', ['isles'], null, true],
  ['one of several games, with none configured', ['isles', 'comet'], null, false],
])('the top-up link of a game: %s (CONT-04)', (_, gameIds, topUpGameId, isOffered) => {
  const games = gameIds.map((gameId) => ({ gameId }));
  expect(canTopUp({ gameId: 'isles' }, games, topUpGameId)).toBe(isOffered);
});
