import { beforeEach, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import { auditLedger } from '../../machines/lists/ledger.audit.ts';
import { listMachine } from '../../machines/lists/list.machine.ts';
import { selectListScreen } from '../../machines/lists/list.screens.ts';
import type { LedgerEntry, ListInput, ListLocation, ListQuery, Points } from '../../machines/lists/list.types.ts';
import { done, failed, startHarness } from '../support/machines/machine-harness.ts';
import { entryOf, ledgerQuery, orderQuery, ordersAnswer } from '../support/machines/orders.ts';
import { coverScreens } from '../support/machines/transition-coverage.ts';

const input: ListInput = { query: orderQuery, page: 1, size: 10 };
const unpaid: ListQuery = { ...orderQuery, status: 'pending' };
/** A page with the orders `from`, `from + 1`, … */
const answer = (count: number, total: number | null = null, from = 1) =>
  done('loadPage', ordersAnswer(count, total, { from }));
const unreadable = (unread: readonly (string | null)[], count = 0) =>
  done('loadPage', ordersAnswer(count, null, { unread }));
const refusal = (reason: 'forbidden' | 'offline') => failed('loadPage', failure(reason));
const request = (query: ListQuery, page: number) => ({ type: 'list.request', query, page });
const filter = (query: ListQuery) => ({ type: 'filter.change', query });
const turn = (page: number) => ({ type: 'page.turn', page });
const refresh = { type: 'list.refresh' };
const retry = { type: 'load.retry' };
const exportOrders = { type: 'export.request' };

beforeEach(() => void vi.useFakeTimers());

const play = async (events: readonly { type: string }[], from: Partial<ListInput> = {}) => {
  const harness = await startHarness(listMachine, { input: { ...input, ...from } }).after(...events);
  const inputs = harness.inputsOf('loadPage');
  const pages = inputs.map((one) => (one as ListInput).page);
  return { harness, inputs, pages, reports: harness.reports, screen: selectListScreen(harness.snapshot()) };
};

test('every transition is taken, every state has a screen (ORDR-06, EPNT-06, CONT-01)', async () => {
  const names = await coverScreens(listMachine, {
    inputs: [input, { ...input, page: 2 }],
    extraPaths: [{ input, events: [unreadable(['o-9', null])] }],
    events: [
      answer(3),
      answer(10),
      answer(0),
      unreadable(['o-9', null]),
      refusal('forbidden'),
      refusal('offline'),
      request(unpaid, 1),
      request(orderQuery, 3),
      filter(unpaid),
      filter(orderQuery),
      turn(2),
      turn(1),
      refresh,
      retry,
      exportOrders,
    ],
    serialize: ({ value, context: { page, query, shown } }) =>
      JSON.stringify([value, page, query, shown && [shown.content.rows.length, shown.page, shown.next]]),
    screen: selectListScreen,
  });
  expect(names).toEqual(['empty', 'failed', 'loading', 'shown', 'unreadable']);
});

const at = (page: number): Partial<ListInput> => ({ page });
const moved = (page: number, corrected = true) => ({ type: 'list.moved', query: orderQuery, page, corrected });
const full = answer(10);
const named = (title: string) => ({
  ...{ articleId: null, type: null, title, titles: {}, summary: '', summaries: {}, startTime: null },
  imgUrlConfig: { pageImgUrl: null },
});
const articles = (...titles: readonly string[]) =>
  done('loadPage', { content: { kind: 'articles', rows: titles.map(named) }, unread: [], total: null });
const ARTICLES: Partial<ListInput> = { query: { kind: 'articles', type: 0 } };

type Row = [
  what: string,
  from: Partial<ListInput>,
  events: readonly { type: string }[],
  screen: object,
  more?: { readonly pages?: readonly number[]; readonly reports?: readonly object[] },
];

test.each<Row>([
  // A page after the last one.
  ['an API with a wrong total', at(9), [answer(0, 900)], {}, { pages: [9, 8], reports: [moved(8)] }],
  ['an API with a total of zero', at(9), [answer(0, 0)], {}, { pages: [9, 1], reports: [moved(1)] }],
  ['an API without a total', at(9), [answer(0)], {}, { pages: [9, 1], reports: [moved(1)] }],
  ['an empty second page', at(1), [full, turn(2), answer(0), full], { page: 1, stale: false }, { pages: [1, 2, 1] }],
  ['an empty third page', at(1), [full, turn(2), answer(10, null, 11), turn(3), answer(0)], { page: 2 }],
  [
    'a last page that disappears',
    at(2),
    [answer(1, 11), refresh, answer(0, 10), answer(10, 10)],
    { page: 1, pages: 1 },
  ],
  // A full page that turns out to be the last one offers no next page until it is refreshed.
  [
    'a full last page after a refresh',
    at(1),
    [full, turn(2), answer(0), full, refresh, full],
    { page: 1, next: 'offered' },
  ],
  ['the first page instead of one far beyond the end', at(77), [answer(0), full], { page: 1, next: 'offered' }],
  ['the first page instead of the second', at(2), [answer(0), full], { page: 1, next: 'none' }],
  // A short page without a total looks for the next page, and an empty one proves the end.
  ['a short page', at(1), [answer(9)], { page: 1, next: 'unknown', refreshing: false }, { pages: [1, 2] }],
  ['a short page and an empty one', at(1), [answer(9), answer(0)], { page: 1, next: 'none' }, { reports: [] }],
  ['a short page and another one', at(1), [answer(9), answer(9, null, 10)], { next: 'offered' }, { reports: [] }],
  ['a next page that fails', at(1), [answer(9), refusal('offline')], { next: 'offered' }, { reports: [] }],
  ['a next page that is forbidden', at(1), [answer(9), refusal('forbidden')], { next: 'offered' }, { reports: [] }],
  ['a next page without readable entries', at(1), [answer(9), unreadable([null])], { next: 'offered' }],
  ['the same short page again', at(1), [answer(9), answer(9)], { next: 'none' }],
  ['a part of the same page', at(1), [answer(9), answer(3, null, 4)], { next: 'none' }],
  [
    'a full page that the API repeats',
    at(1),
    [full, turn(2), full, full],
    { page: 1, next: 'none' },
    { pages: [1, 2, 1] },
  ],
  ['the same articles without ids', ARTICLES, [articles('1', '2'), articles('1', '2')], { next: 'none' }],
  ['other articles without ids', ARTICLES, [articles('1', '2'), articles('2', '3')], { next: 'offered' }],
  ['a total of all pages', at(1), [answer(10, 20)], { next: 'offered', pages: 2 }],
  ['a total of one full page', at(1), [answer(10, 10)], { next: 'none', pages: 1 }],
  ['a total of one short page', at(1), [answer(9, 9)], { next: 'none', pages: 1 }],
  ['a total of smaller pages', at(1), [answer(4, 20)], { next: 'unknown', pages: null }],
  ['a total of zero beside a short page', at(1), [answer(4, 0)], { next: 'unknown', pages: null }],
  ['a total of zero beside a full page', at(1), [answer(10, 0)], { next: 'offered', pages: null }],
  ['a total that is the number of pages', at(1), [answer(10, 2)], { next: 'offered', pages: null }],
  ['a total that is smaller than the page', at(1), [answer(4, 3)], { next: 'unknown', pages: null }],
  // The previous rows stay until the other page is loaded.
  [
    'a turn',
    at(1),
    [answer(10, 23), turn(2)],
    { page: 2, stale: true, refreshing: true },
    { reports: [moved(2, false)] },
  ],
  ['a turned page', at(1), [answer(10, 23), turn(2), answer(10, 23, 11)], { page: 2, stale: false, refreshing: false }],
  ['the current filter', at(1), [answer(3, 3), filter(orderQuery)], { name: 'shown' }, { pages: [1], reports: [] }],
  ['another filter', at(1), [answer(3), filter(unpaid), refusal('offline')], { name: 'failed' }],
  ['a retry', at(1), [answer(3), filter(unpaid), refusal('offline'), retry], { name: 'loading' }],
  ['a retry of a forbidden list', at(1), [answer(3), filter(unpaid), refusal('forbidden'), retry], { name: 'loading' }],
  [
    'a failed refresh',
    at(1),
    [answer(3), refresh, refusal('offline')],
    { name: 'shown', refreshing: false, failure: failure('offline') },
  ],
  [
    'a refresh after a failed one',
    at(1),
    [answer(3), refresh, refusal('offline'), refresh, answer(3)],
    { failure: null },
  ],
  ['a refresh of an empty list', at(1), [answer(0), refresh], { name: 'empty', refreshing: true }],
  [
    'a failed refresh of an empty list',
    at(1),
    [answer(0), refresh, refusal('offline')],
    { name: 'empty', refreshing: false, failure: failure('offline') },
  ],
  ['a refused refresh', at(1), [answer(3), refresh, refusal('forbidden')], { name: 'shown' }, { reports: [] }],
  [
    'a forbidden list',
    at(1),
    [refusal('forbidden')],
    { name: 'failed', failure: failure('forbidden') },
    { reports: [{ type: 'screen.forbidden' }] },
  ],
  // A refresh during a load sends the request again.
  ['a refresh during the first load', at(1), [refresh], { name: 'loading' }, { pages: [1, 1] }],
  ['a refresh during a turn', at(1), [answer(10, 23), turn(2), refresh], { name: 'shown' }, { pages: [1, 2, 2] }],
  ['a refresh during a refresh', at(1), [answer(10, 23), refresh, refresh], { name: 'shown' }, { pages: [1, 1, 1] }],
  [
    'a refresh while the last page is looked up',
    at(9),
    [answer(0, 23), refresh, answer(3, 23)],
    { name: 'shown', page: 3, next: 'none' },
    { pages: [9, 3, 3] },
  ],
  // Entries that cannot be read count as entries of the page.
  [
    'unreadable entries',
    at(1),
    [unreadable(['o-11', null], 8)],
    { unread: ['o-11', null], next: 'offered' },
    { pages: [1] },
  ],
  [
    'a failed refresh of an unreadable page',
    at(1),
    [unreadable([null]), refresh, refusal('offline')],
    { name: 'unreadable', failure: failure('offline') },
  ],
])('the list after %s (ORDR-06, CONT-01, READ-01, ERRS-06, ROUTE-17)', async (_, from, events, screen, more = {}) => {
  expect(await play(events, from)).toMatchObject({ screen, ...more });
});

test('the page of the URL is loaded and shown with the known totals (ORDR-06)', async () => {
  const { inputs, screen } = await play([answer(10, 23)], { page: 2 });
  expect(inputs).toEqual([{ query: orderQuery, page: 2, size: 10 }]);
  const { content } = ordersAnswer(10);
  const loaded = { unread: [], total: 23, pages: 3, next: 'offered', refreshing: false, stale: false, failure: null };
  expect(screen).toEqual({ name: 'shown', query: orderQuery, page: 2, content, ...loaded });
});

test('an API with a total and smaller pages is read to its end (CONT-01)', async () => {
  const page = (number: number) => answer(number > 5 ? 0 : 4, 20, number * 4 - 3);
  const turns = [2, 3, 4, 5].flatMap((number) => [turn(number), page(number), page(number + 1)]);
  const { screen, harness } = await play([page(1), page(2), ...turns], { size: 8 });
  expect(screen).toMatchObject({ name: 'shown', page: 5, next: 'none', pages: null });
  await harness.perform(filter(unpaid), answer(8, 16));
  expect(selectListScreen(harness.snapshot())).toMatchObject({ page: 1, next: 'offered', pages: 2 });
});

test('a URL that echoes a move loads nothing; back and forward do (ORDR-06)', async () => {
  const move = [answer(3, 3), filter(unpaid), request(unpaid, 1), answer(1, 1), request(orderQuery, 1)];
  const { inputs, reports } = await play(move);
  expect([inputs.length, inputs.at(-1), reports.length]).toEqual([3, input, 1]);
});

test.each([0, -1, 1.5, Number.NaN, 1])('a list on page 1 does not go to page %s (ORDR-06)', async (page) => {
  const { harness } = await play([answer(3, 3)]);
  expect(harness.snapshot().can({ type: 'page.turn', page })).toBe(false);
});

test.each([
  ['filter', filter(unpaid)],
  ['URL', request(unpaid, 1)],
])('a second export replaces the first, and another %s stops it (ORDR-06)', async (_, change) => {
  const { harness } = await play([answer(3), exportOrders, exportOrders]);
  expect(harness.inputsOf('orderExport')).toEqual([{ query: orderQuery }, { query: orderQuery }]);
  expect(harness.isRunning('orderExport')).toBe(true);
  await harness.perform(change);
  expect(harness.isRunning('orderExport')).toBe(false);
});

test('a failed list without a failure reads "unknown error" (ERRS-03)', () => {
  const context = { ...input, endPage: null, isTotalWrong: false, shown: null, failure: null };
  const screen = selectListScreen(listMachine.resolveState({ value: 'failed', context }));
  expect(screen).toMatchObject({ name: 'failed', failure: failure('unknownError') });
});

const points = (basic: number, present: number): Points => ({ basic, present });

/** Newest first: 100 + 10 bought, then 30 spent (bonus first), then 5 given. */
const sound: readonly LedgerEntry[] = [
  entryOf('e3', { change: points(0, 5), balance: points(80, 5) }),
  entryOf('e2', { flow: 'expense', change: points(-20, -10), balance: points(80, 0) }),
  entryOf('e1', { change: points(100, 10), balance: points(100, 10) }),
];
const location: ListLocation = { query: ledgerQuery, page: 1 };
const filtered = (more: object): ListLocation => ({ ...location, query: { ...ledgerQuery, ...more } });

test('entries that add up to the balance have no flaw (EPNT-07)', () => {
  expect(auditLedger(sound, location, points(80, 5))).toBeNull();
  expect(auditLedger(sound, location, null)).toBeNull();
  expect(auditLedger([], location, points(80, 5))).toBeNull();
});

test('a balance that differs from the newest entry is a flaw, for both kinds of points (EPNT-07)', () => {
  for (const balance of [points(81, 5), points(80, 6), points(85, 0)])
    expect(auditLedger(sound, location, balance)).toEqual({ kind: 'balance', record: points(80, 5), balance });
});

test('the current balance is not compared with a later page, past days or a single flow (EPNT-07)', () => {
  for (const other of [{ ...location, page: 2 }, filtered({ end: '2026-01-01' }), filtered({ flow: 'income' })])
    expect(auditLedger(sound, other, points(1, 1))).toBeNull();
  expect(auditLedger(sound, filtered({ begin: '2026-01-01' }), points(1, 1))).toMatchObject({ kind: 'balance' });
});

test('a gap between two entries is a flaw on any page (EPNT-07)', () => {
  const [newest, spent, first] = sound;
  if (!newest || !spent || !first) throw new Error('three entries');
  const broken = [newest, { ...spent, balance: points(81, 0) }, first];
  expect(auditLedger(broken, { ...location, page: 7 }, null)).toEqual({
    kind: 'gap',
    entryId: 'e3',
    expected: points(81, 5),
    found: points(80, 5),
  });
  expect(auditLedger([newest, first], location, points(80, 5))).toMatchObject({ kind: 'gap', entryId: 'e3' });
});

test('a list of a single flow has gaps and no flaw (EPNT-07)', () => {
  const [newest, , first] = sound;
  if (!newest || !first) throw new Error('three entries');
  expect(auditLedger([newest, first], filtered({ flow: 'income' }), points(80, 5))).toBeNull();
});
