import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { failure } from '../../machines/kernel/failure.ts';
import { wireList } from '../../machines/lists/list.ports.ts';
import type { ListInput, ListResult } from '../../machines/lists/list.types.ts';
import { orderExportMachine } from '../../machines/lists/order-export.machine.ts';
import { type OrderExportScreen, selectOrderExportScreen } from '../../machines/lists/order-export.screens.ts';
import { entryOf, ledgerQuery, orderQuery, ordersAnswer } from '../support/lists.ts';
import { startHarness } from '../support/machine-harness.ts';
import { recordOf } from '../support/orders.ts';
import { assertCovered, coverTransitions } from '../support/transition-coverage.ts';
import { until } from '../support/until.ts';

const input = { query: { ...orderQuery, status: 'delivered' as const } };
const page = (ids: readonly string[], more: boolean): ListResult => ({
  content: { kind: 'orders', rows: ids.map((paymentId) => recordOf('delivered', { paymentId })) },
  total: null,
  more,
});
const loaded = (output: ListResult) => ({ type: 'xstate.done.actor.loadPage', output });
const refused = { type: 'xstate.error.actor.loadPage', error: failure('offline') };
const retry = { type: 'load.retry' };
const save = { type: 'file.save' } as const;
const saved = { type: 'file.saved' };
const unsaved = { type: 'file.failed' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const play = async (events: readonly { type: string }[]) => {
  const harness = startHarness(orderExportMachine, { input });
  for (const event of events) await harness.perform(event);
  const screen: OrderExportScreen = selectOrderExportScreen(harness.snapshot());
  return { harness, screen, pages: harness.inputsOf('loadPage').map((one) => (one as ListInput).page) };
};

const idsOf = (screen: OrderExportScreen): readonly string[] =>
  screen.name === 'loaded' ? screen.records.map(({ paymentId }) => paymentId) : [];

test('ORDR-06 · every transition is taken, every state has a screen', async () => {
  const names = new Set<string>();
  assertCovered(
    await coverTransitions(orderExportMachine, {
      inputs: [input],
      events: [
        loaded(page(['a'], true)),
        loaded(page(['b'], true)),
        loaded(page(['b'], false)),
        refused,
        retry,
        save,
        saved,
        unsaved,
      ],
      serialize: ({ value, context: { records } }) => JSON.stringify([value, Math.min(records.length, 2)]),
      visit: (snapshot) => names.add(selectOrderExportScreen(snapshot).name),
    }),
  );
  expect([...names].sort()).toEqual(['failed', 'loaded', 'loading', 'saved']);
});

test('ORDR-06 · every page of the filter is loaded, one after another, and counted', async () => {
  const { harness, pages, screen } = await play([loaded(page(['a', 'b'], true)), loaded(page(['c'], true))]);
  expect(screen).toEqual({ name: 'loading', count: 3 });
  expect(pages).toEqual([1, 2, 3]);
  expect(harness.inputsOf('loadPage')[0]).toEqual({ query: input.query, page: 1, size: 50 });
  await harness.perform(loaded(page(['d'], false)));
  expect(idsOf(selectOrderExportScreen(harness.snapshot()))).toEqual(['a', 'b', 'c', 'd']);
  await harness.perform(save);
  expect(harness.snapshot().can(save)).toBe(false);
  expect(idsOf(selectOrderExportScreen(harness.snapshot()))).toEqual(['a', 'b', 'c', 'd']);
  await harness.perform(saved);
  expect(selectOrderExportScreen(harness.snapshot())).toEqual({ name: 'saved', count: 4 });
});

test('ORDR-06 C68 · a file that cannot be saved is a failure, and a retry saves it without loading the pages again', async () => {
  const { harness, screen } = await play([loaded(page(['a'], false)), save, unsaved]);
  expect(screen).toEqual({ name: 'failed', count: 1, failure: failure('loadFailed') });
  await harness.perform(retry);
  expect(harness.snapshot().context.failure).toBeNull();
  expect(idsOf(selectOrderExportScreen(harness.snapshot()))).toEqual(['a']);
  expect(harness.snapshot().can(save)).toBe(true);
  await harness.perform(save);
  await harness.perform(saved);
  expect(selectOrderExportScreen(harness.snapshot())).toEqual({ name: 'saved', count: 1 });
  expect(harness.inputsOf('loadPage')).toHaveLength(1);
});

test('ORDR-06 · an order that a new order moves to the next page is exported once', async () => {
  const { screen } = await play([loaded(page(['a', 'b'], true)), loaded(page(['b', 'c'], false))]);
  expect(idsOf(screen)).toEqual(['a', 'b', 'c']);
});

test('ORDR-06 · an API that repeats a page ends the export', async () => {
  const { screen, pages } = await play([loaded(page(['a'], true)), loaded(page(['a'], true))]);
  expect(idsOf(screen)).toEqual(['a']);
  expect(pages).toEqual([1, 2]);
});

test('ORDR-06 · a page of another list adds no order and ends the export', async () => {
  const ledger: ListResult = { content: { kind: 'ledger', rows: [entryOf('e1')] }, total: null, more: true };
  expect((await play([loaded(ledger)])).screen).toEqual({ name: 'loaded', count: 0, records: [] });
});

test('ORDR-06 · a failure keeps what was loaded; a retry continues with the same page', async () => {
  const { harness, screen, pages } = await play([loaded(page(['a'], true)), refused]);
  expect(screen).toEqual({ name: 'failed', count: 1, failure: failure('offline') });
  expect(pages).toEqual([1, 2]);
  await harness.perform(retry);
  expect(harness.snapshot().context.failure).toBeNull();
  await harness.perform(loaded(page(['b'], false)));
  expect(harness.inputsOf('loadPage').map((one) => (one as ListInput).page)).toEqual([1, 2, 2]);
  expect(idsOf(selectOrderExportScreen(harness.snapshot()))).toEqual(['a', 'b']);
});

test('ERRS-03 · a failed export without a failure reads "unknown error"', () => {
  const context = { ...input, page: 1, records: [], failure: null };
  expect(selectOrderExportScreen(orderExportMachine.resolveState({ value: 'failed', context }))).toEqual({
    name: 'failed',
    count: 0,
    failure: failure('unknownError'),
  });
});

test('ORDR-06 · the list starts an export of its filter, and another filter stops it', async () => {
  vi.useRealTimers();
  const asked: ListInput[] = [];
  const machine = wireList({
    loadPage: async (request) => {
      asked.push(request);
      if (request.size === 50 && request.page === 2) return new Promise(() => undefined);
      return { ...ordersAnswer(2, null, request.size === 50) };
    },
  });
  const list = createActor(machine, { input: { query: orderQuery, page: 1, size: 10 } }).start();
  expect(list.getSnapshot().can({ type: 'export.request' })).toBe(false);
  await waitFor(list, (snapshot) => snapshot.matches('shown'));
  list.send({ type: 'export.request' });
  await until(() => expect(asked.at(-1)).toEqual({ query: orderQuery, page: 2, size: 50 }));
  expect(list.getSnapshot().children['orderExport']).toBeDefined();
  list.send({ type: 'list.request', query: input.query, page: 1 });
  expect(list.getSnapshot().children['orderExport']).toBeUndefined();
  list.stop();
});

test('EPNT-06 · the E Point record has no export', async () => {
  vi.useRealTimers();
  const machine = wireList({
    loadPage: async () => ({ content: { kind: 'ledger', rows: [entryOf('e1')] }, total: null, more: false }),
  });
  const list = createActor(machine, { input: { query: ledgerQuery, page: 1, size: 20 } }).start();
  await waitFor(list, (snapshot) => snapshot.matches('shown'));
  expect(list.getSnapshot().can({ type: 'export.request' })).toBe(false);
  list.stop();
});
