import { beforeEach, expect, test, vi } from 'vitest';
import type { ListLocation } from '../../machines/lists/list.types.ts';
import { listRouteMachine } from '../../machines/lists/list-route.machine.ts';
import { ledgerQuery, orderQuery } from '../support/machines/lists.ts';
import { failed, startHarness } from '../support/machines/machine-harness.ts';
import { assertCovered, coverTransitions } from '../support/machines/transition-coverage.ts';

const orders: ListLocation = { query: orderQuery, page: 1 };
const unpaid: ListLocation = { query: { ...orderQuery, status: 'pending' }, page: 2 };
const ledger: ListLocation = { query: ledgerQuery, page: 3 };

const to = (location: ListLocation | null) => ({ type: 'location.changed', location });
const moved = (location: ListLocation, corrected = false) => ({ type: 'list.moved', ...location, corrected });
const forbidden = { type: 'screen.forbidden' };
const refresh = { type: 'list.refresh' };
const crash = failed('list', new Error('defect'));
const retry = { type: 'load.retry' };

beforeEach(() => void vi.useFakeTimers());

const listeners = { 'list.moved': 'list', 'screen.forbidden': 'list' };

const play = async (events: readonly { type: string }[], location: ListLocation | null = orders) => {
  const harness = await startHarness(listRouteMachine, { input: { location }, listeners }).after(...events);
  return harness;
};

test('every transition is taken (ORDR-06, EPNT-06)', async () => {
  assertCovered(
    await coverTransitions(listRouteMachine, {
      inputs: [{ location: null }, { location: orders }],
      events: [to(null), to(orders), to(unpaid), to(ledger), moved(unpaid), forbidden, refresh, crash, retry],
      listeners,
      serialize: ({ value, context }) => JSON.stringify([value, context.location]),
    }),
  );
});

test('a list runs only while its page is open (ROUTE-09)', async () => {
  const harness = await play([], null);
  expect([harness.snapshot().value, harness.isRunning('list')]).toEqual(['idle', false]);
  await harness.perform(to(ledger));
  expect([harness.snapshot().value, harness.inputsOf('list')]).toEqual(['running', [{ ...ledger, size: 20 }]]);
  await harness.perform(to(null));
  expect(harness.isRunning('list')).toBe(false);
});

test('another URL of the same list and a refresh are sent to it; another kind starts another list (ORDR-06)', async () => {
  const harness = await play([to(unpaid), refresh, to(ledger)]);
  expect(harness.inputsOf('list')).toEqual([
    { ...orders, size: 10 },
    { ...ledger, size: 20 },
  ]);
  expect(harness.sentTo('list')).toEqual([{ type: 'list.request', ...unpaid }, refresh]);
});

test('the URL follows the list, a correction replaces the history entry, and a forbidden list is reported (ORDR-06, ROUTE-17)', async () => {
  const harness = await play([moved(unpaid), moved({ query: ledgerQuery, page: 1 }, true), forbidden]);
  expect(harness.reports).toEqual([
    { type: 'list.navigated', to: '/main/account/recharge?status=pending&page=2', replace: false },
    { type: 'list.navigated', to: '/main/account/epoint', replace: true },
    forbidden,
  ]);
  expect(harness.snapshot().context.location).toEqual({ query: ledgerQuery, page: 1 });
});

test('a crashed list can be restarted at its location (C72)', async () => {
  const harness = await play([to(unpaid), crash]);
  expect(harness.snapshot().value).toBe('crashed');
  await harness.perform(retry);
  expect(harness.inputsOf('list').at(-1)).toEqual({ ...unpaid, size: 10 });
});
