import { beforeEach, expect, test, vi } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { failure } from '../../machines/kernel/failure.ts';
import { wireList } from '../../machines/lists/list.machine.ts';
import type { ListInput, ListResult } from '../../machines/lists/list.types.ts';
import {
  NOTHING_READ,
  type OrderExportRead,
  type OrderExportStep,
  orderExportMachine,
} from '../../machines/lists/order-export.machine.ts';
import { type OrderExportScreen, selectOrderExportScreen } from '../../machines/lists/order-export.screens.ts';
import { afterPage, toExportRequest } from '../../src/adapters/export-pages.ts';
import { startHarness } from '../support/machines/machine-harness.ts';
import { CREATED_AT, entryOf, ledgerQuery, orderQuery, recordOf } from '../support/machines/orders.ts';
import { coverScreens } from '../support/machines/transition-coverage.ts';

const input = { query: { ...orderQuery, status: 'delivered' as const } };
const MINUTE = 60_000;

/** "a" is the newest order, "b" is a minute older. */
const timeOf = (id: string): number => CREATED_AT - (id.charCodeAt(0) - 97) * MINUTE;
const orderOf = (paymentId: string) => recordOf('delivered', { paymentId, paymentCreateTime: timeOf(paymentId) });
const page = (ids: string, unread: ListResult['unread'] = []): ListResult => ({
  content: { kind: 'orders', rows: [...ids].map(orderOf) },
  unread,
  total: null,
});
const done = (output: OrderExportRead) => ({ type: 'xstate.done.actor.loadNextPage', output });
/** The response to the request of the current state. */
const loaded = (result: ListResult) => (read: OrderExportRead) => done(afterPage(read, result));
const refused = { type: 'xstate.error.actor.loadNextPage', error: failure('offline') };
const retry = { type: 'load.retry' };
const save = { type: 'file.save' } as const;
const saved = { type: 'file.saved' };
const unsaved = { type: 'file.failed' };

beforeEach(() => void vi.useFakeTimers());

/** The page and the newest order of a request. */
const wanted = ({ page, until }: ListInput) => (until === undefined ? page : [page, until]);

type Step = { type: string } | ReturnType<typeof loaded>;

const play = async (steps: readonly Step[]) => {
  const harness = startHarness(orderExportMachine, { input });
  const perform = (step: Step) =>
    harness.perform(typeof step === 'function' ? step(harness.snapshot().context.read) : step);
  const requests = () =>
    harness.inputsOf('loadNextPage').map((step) => wanted(toExportRequest(step as OrderExportStep)));
  for (const step of steps) await perform(step);
  const screen: OrderExportScreen = selectOrderExportScreen(harness.snapshot());
  return { harness, perform, screen, requests };
};

/** An export of one order. */
const ONE = ['a', 'a', '', 'a', ''].map((ids) => loaded(page(ids)));

const idsOf = (screen: OrderExportScreen): readonly string[] =>
  screen.name === 'loaded' ? screen.records.map(({ paymentId }) => paymentId) : [];

test('every transition is taken, every state has a screen (ORDR-06)', async () => {
  const names = await coverScreens(orderExportMachine, {
    inputs: [input],
    events: [
      ...[done({ ...NOTHING_READ, page: 2 }), done({ ...NOTHING_READ, extent: 'complete' })],
      ...[refused, retry, save, saved, unsaved],
    ],
    serialize: ({ value, context: { read } }) => JSON.stringify([value, read.page, read.extent]),
    screen: selectOrderExportScreen,
  });
  expect(names).toEqual(['failed', 'loaded', 'loading', 'saved']);
});

const GAPS = { unread: [], isPartial: false };

test('each request asks for the orders up to the oldest ones so far, until nothing new comes (ORDR-06)', async () => {
  const pages = ['abcdefgh', 'ghijk', 'k'].map((ids) => loaded(page(ids)));
  const { harness, perform, requests, screen } = await play(pages);
  expect(screen).toEqual({ name: 'loading', count: 11 });
  expect(requests()).toEqual([1, [1, timeOf('g')], [1, timeOf('j')], [2, timeOf('j')]]);
  expect(harness.inputsOf('loadNextPage')[0]).toEqual({ query: input.query, read: NOTHING_READ });
  await perform(loaded(page('')));
  expect(idsOf(selectOrderExportScreen(harness.snapshot())).join('')).toBe('abcdefghijk');
  await harness.perform(save);
  expect(harness.snapshot().can(save)).toBe(false);
  await harness.perform(saved);
  expect(selectOrderExportScreen(harness.snapshot())).toEqual({ name: 'saved', count: 11, ...GAPS });
});

test.each([
  { what: 'newer orders than requested', second: page('abcd') },
  { what: 'none of the orders that it must return again', second: page('xyz') },
  { what: 'an empty page instead of the orders that it must return again', second: page('') },
  { what: 'older orders before newer ones', second: page('gih') },
  { what: 'a full page without a new order', second: page('abcdefgh'.slice(-8)) },
])('an API that returns $what is read page by page, until two rounds are the same (ORDR-06)', async ({ second }) => {
  const { harness, perform, requests } = await play([loaded(page('abcdefgh')), loaded(second)]);
  expect(requests().at(-1)).toBe(1);
  const round = [loaded(page('abcd')), loaded(page('efgh')), loaded(page(''))];
  for (const step of [...round, ...round]) await perform(step);
  expect(selectOrderExportScreen(harness.snapshot())).toMatchObject({ name: 'loaded', isPartial: false });
});

test('if no two rounds are the same, the file says that orders may be missing (ORDR-06)', async () => {
  const rounds = ['abc', 'abd', 'abe', 'abf', 'abg'].flatMap((ids) => [loaded(page(ids)), loaded(page(''))]);
  const { screen } = await play([loaded(page('abcdefgh')), loaded(page('')), ...rounds]);
  expect(screen).toMatchObject({ name: 'loaded', count: 8, isPartial: true });
});

test('entries that cannot be read stay, each once; without an id nothing proves that they are all (READ-01)', async () => {
  const pages = [page('abcdefgh', ['x']), page('ghi', ['x', 'y']), page('i'), page('')];
  const known = await play(pages.map(loaded));
  expect(known.screen).toMatchObject({ name: 'loaded', count: 9, unread: ['x', 'y'], isPartial: false });
  const nameless = await play([loaded(page('', [null, null])), loaded(page('', [null]))]);
  expect(nameless.screen).toMatchObject({ name: 'loaded', count: 0, unread: [null, null], isPartial: true });
});

test('a file that cannot be saved is a failure, and a retry saves it without loading the pages again (ORDR-06, C68)', async () => {
  const { harness, screen } = await play([...ONE, save, unsaved]);
  expect(screen).toEqual({ name: 'failed', count: 1, failure: failure('loadFailed') });
  await harness.perform(retry);
  expect(harness.snapshot().context.failure).toBeNull();
  expect(idsOf(selectOrderExportScreen(harness.snapshot()))).toEqual(['a']);
  expect(harness.snapshot().can(save)).toBe(true);
  await harness.perform(save, saved);
  expect(selectOrderExportScreen(harness.snapshot())).toEqual({ name: 'saved', count: 1, ...GAPS });
  expect(harness.inputsOf('loadNextPage')).toHaveLength(ONE.length);
});

test('a page of another list adds no order and ends the export (ORDR-06)', async () => {
  const ledger: ListResult = { content: { kind: 'ledger', rows: [entryOf('e1')] }, unread: [], total: null };
  const { screen } = await play([loaded(ledger)]);
  expect(screen).toEqual({ name: 'loaded', count: 0, records: [], ...GAPS });
});

test('a failure keeps what was loaded; a retry continues with the same request (ORDR-06)', async () => {
  const { harness, screen, requests } = await play([loaded(page('abcd')), refused]);
  const asked = requests();
  expect(screen).toEqual({ name: 'failed', count: 4, failure: failure('offline') });
  expect(asked).toEqual([1, [1, timeOf('d')]]);
  await harness.perform(retry);
  expect(harness.snapshot().context.failure).toBeNull();
  expect(requests()).toEqual([...asked, asked[1]]);
  expect(selectOrderExportScreen(harness.snapshot())).toEqual({ name: 'loading', count: 4 });
});

test('a failed export without a failure reads "unknown error" (ERRS-03)', () => {
  const context = { ...input, read: NOTHING_READ, failure: null };
  expect(selectOrderExportScreen(orderExportMachine.resolveState({ value: 'failed', context }))).toEqual({
    name: 'failed',
    count: 0,
    failure: failure('unknownError'),
  });
});

test('the E Point record has no export (EPNT-06)', async () => {
  vi.useRealTimers();
  const machine = wireList({
    loadPage: async () => ({ content: { kind: 'ledger', rows: [entryOf('e1')] }, unread: [], total: null }),
    loadNextPage: () => new Promise(() => undefined),
  });
  const list = createActor(machine, { input: { query: ledgerQuery, page: 1, size: 20 } }).start();
  await waitFor(list, (snapshot) => snapshot.matches('shown'));
  expect(list.getSnapshot().can({ type: 'export.request' })).toBe(false);
  list.stop();
});
