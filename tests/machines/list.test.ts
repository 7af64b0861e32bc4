import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../../machines/kernel/failure.ts';
import { listMachine } from '../../machines/lists/list.machine.ts';
import { type ListScreen, selectListScreen } from '../../machines/lists/list.screens.ts';
import type { ListInput, ListQuery } from '../../machines/lists/list.types.ts';
import { orderQuery, ordersAnswer } from '../support/machines/lists.ts';
import { startHarness } from '../support/machines/machine-harness.ts';
import { assertCovered, coverTransitions } from '../support/machines/transition-coverage.ts';

const input: ListInput = { query: orderQuery, page: 1, size: 10 };
const unpaid: ListQuery = { ...orderQuery, status: 'pending' };
/** A page with the orders `from`, `from + 1`, … */
const answer = (count: number, total: number | null = null, from = 1) => ({
  type: 'xstate.done.actor.loadPage',
  output: ordersAnswer(count, total, { from }),
});
const unreadable = (unread: readonly (string | null)[], count = 0) => ({
  type: 'xstate.done.actor.loadPage',
  output: ordersAnswer(count, null, { unread }),
});
const refusal = (reason: 'forbidden' | 'offline') => ({
  type: 'xstate.error.actor.loadPage',
  error: failure(reason),
});
const request = (query: ListQuery, page: number) => ({ type: 'list.request', query, page });
const filter = (query: ListQuery) => ({ type: 'filter.change', query });
const turn = (page: number) => ({ type: 'page.turn', page });
const refresh = { type: 'list.refresh' };
const retry = { type: 'load.retry' };
const exportOrders = { type: 'export.request' };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const play = async (events: readonly { type: string }[], from: Partial<ListInput> = {}) => {
  const harness = startHarness(listMachine, { input: { ...input, ...from } });
  for (const event of events) await harness.perform(event);
  const screen: ListScreen = selectListScreen(harness.snapshot());
  return { harness, screen, inputs: harness.inputsOf('loadPage') };
};

test('every transition is taken, every state has a screen (ORDR-06, EPNT-06, CONT-01)', async () => {
  const names = new Set<string>();
  assertCovered(
    await coverTransitions(listMachine, {
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
      visit: (snapshot) => names.add(selectListScreen(snapshot).name),
    }),
  );
  expect([...names].sort()).toEqual(['empty', 'failed', 'loading', 'shown', 'unreadable']);
});

describe('a page', () => {
  test('the page of the URL is loaded and shown with the known totals (ORDR-06)', async () => {
    const { inputs, screen } = await play([answer(10, 23)], { page: 2 });
    expect(inputs).toEqual([{ query: orderQuery, page: 2, size: 10 }]);
    expect(screen).toEqual({
      name: 'shown',
      query: orderQuery,
      page: 2,
      content: ordersAnswer(10).content,
      unread: [],
      total: 23,
      pages: 3,
      next: 'offered',
      refreshing: false,
      stale: false,
      failure: null,
    });
  });

  test.each([
    { what: 'has the right total', from: 9, total: 23, to: 3 },
    { what: 'has a wrong total', from: 9, total: 900, to: 8 },
    { what: 'has a total of zero', from: 9, total: 0, to: 1 },
    { what: 'has no total', from: 9, total: null, to: 1 },
  ])('a page after the last one leads to the last page of an API that $what (ORDR-06)', async ({ from, total, to }) => {
    const { harness, inputs } = await play([answer(0, total)], { page: from });
    expect(inputs.map((one) => (one as ListInput).page)).toEqual([from, to]);
    expect(harness.reports).toEqual([{ type: 'list.moved', query: orderQuery, page: to, corrected: true }]);
  });

  test('without a total, a page after the last one returns to the previous page (ORDR-06)', async () => {
    const { inputs, screen } = await play([answer(10), turn(2), answer(0), answer(10)]);
    expect(inputs.map((one) => (one as ListInput).page)).toEqual([1, 2, 1]);
    expect(screen).toMatchObject({ name: 'shown', page: 1, stale: false });
    const third = await play([answer(10), turn(2), answer(10, null, 11), turn(3), answer(0)]);
    expect(third.screen).toMatchObject({ page: 2 });
  });

  test('a full page that turns out to be the last one offers no next page until it is refreshed (ORDR-06)', async () => {
    const full = answer(10);
    const { harness, screen } = await play([full, turn(2), answer(0), full]);
    expect(screen).toMatchObject({ name: 'shown', page: 1, next: 'none' });
    await harness.perform(refresh);
    await harness.perform(full);
    expect(selectListScreen(harness.snapshot())).toMatchObject({ page: 1, next: 'offered' });
  });

  test('without a total, the first page in place of one far beyond the end still offers the next page (ORDR-06)', async () => {
    const offers = async (page: number) => (await play([answer(0), answer(10)], { page })).screen;
    expect(await offers(77)).toMatchObject({ page: 1, next: 'offered' });
    expect(await offers(2)).toMatchObject({ page: 1, next: 'none' });
  });

  test('a last page that disappears while it is shown leads to the previous page (ORDR-06)', async () => {
    const { harness, screen } = await play([answer(1, 11), refresh, answer(0, 10), answer(10, 10)], { page: 2 });
    expect(screen).toMatchObject({ name: 'shown', page: 1, pages: 1 });
    expect(harness.reports).toEqual([{ type: 'list.moved', query: orderQuery, page: 1, corrected: true }]);
  });
});

describe('the end of a list', () => {
  const pagesOf = (inputs: readonly unknown[]) => inputs.map((one) => (one as ListInput).page);

  test('a short page without a total looks for the next page, and an empty one proves the end (ORDR-06)', async () => {
    const { screen, inputs, harness } = await play([answer(9)]);
    expect(screen).toMatchObject({ name: 'shown', page: 1, next: 'unknown', refreshing: false });
    expect(pagesOf(inputs)).toEqual([1, 2]);
    await harness.perform(answer(0));
    expect(selectListScreen(harness.snapshot())).toMatchObject({ name: 'shown', page: 1, next: 'none' });
  });

  test.each([
    { what: 'a short first page and another one', second: answer(9, null, 10), next: 'offered' },
    { what: 'pages that overlap', second: answer(9, null, 9), next: 'offered' },
    { what: 'a next page that fails', second: refusal('offline'), next: 'offered' },
    { what: 'a next page that is forbidden', second: refusal('forbidden'), next: 'offered' },
    { what: 'a next page without readable entries', second: unreadable([null]), next: 'offered' },
    { what: 'the same page again', second: answer(9), next: 'none' },
    { what: 'a part of the same page', second: answer(3, null, 4), next: 'none' },
  ])('$what: the next page is $next (ORDR-06)', async ({ second, next }) => {
    const { screen, harness } = await play([answer(9), second]);
    expect(screen).toMatchObject({ name: 'shown', page: 1, next });
    expect(harness.reports).toEqual([]);
  });

  test('a full page that the API repeats is the last one (ORDR-06)', async () => {
    const { inputs, screen } = await play([answer(10), turn(2), answer(10), answer(10)]);
    expect(pagesOf(inputs)).toEqual([1, 2, 1]);
    expect(screen).toMatchObject({ name: 'shown', page: 1, next: 'none' });
  });

  test('articles without ids are compared by what they have (CONT-01)', async () => {
    const article = (title: string) => ({
      ...{ articleId: null, type: null, title, titles: {}, summary: '', summaries: {}, startTime: null },
      imgUrlConfig: { pageImgUrl: null },
    });
    const articles = (...titles: readonly string[]) => ({
      type: 'xstate.done.actor.loadPage',
      output: { content: { kind: 'articles', rows: titles.map(article) }, unread: [], total: null },
    });
    const query: ListQuery = { kind: 'articles', type: 0 };
    const same = await play([articles('One', 'Two'), articles('One', 'Two')], { query });
    expect(same.screen).toMatchObject({ next: 'none' });
    const other = await play([articles('One', 'Two'), articles('Two', 'Three')], { query });
    expect(other.screen).toMatchObject({ next: 'offered' });
  });

  test.each([
    { what: 'counts all pages', size: 10, count: 10, total: 20, next: 'offered', pages: 2 },
    { what: 'counts a list of one full page', size: 10, count: 10, total: 10, next: 'none', pages: 1 },
    { what: 'counts a list of one short page', size: 10, count: 9, total: 9, next: 'none', pages: 1 },
    { what: 'has smaller pages', size: 10, count: 4, total: 20, next: 'unknown', pages: null },
    { what: 'is zero', size: 10, count: 4, total: 0, next: 'unknown', pages: null },
    { what: 'is zero beside a full page', size: 10, count: 10, total: 0, next: 'offered', pages: null },
    { what: 'is the number of pages', size: 10, count: 10, total: 2, next: 'offered', pages: null },
    { what: 'is smaller than the page', size: 10, count: 4, total: 3, next: 'unknown', pages: null },
    { what: 'is missing', size: 10, count: 4, total: null, next: 'unknown', pages: null },
  ])('a total that $what leads to next: $next (CONT-01)', async ({ size, count, total, next, pages }) => {
    expect((await play([answer(count, total)], { size })).screen).toMatchObject({ next, pages });
  });

  test('an API with a total and smaller pages is read to its end (CONT-01)', async () => {
    const page = (at: number) => answer(at > 5 ? 0 : 4, 20, at * 4 - 3);
    const turns = [2, 3, 4, 5].flatMap((at) => [turn(at), page(at), page(at + 1)]);
    const { screen, harness } = await play([page(1), page(2), ...turns], { size: 8 });
    expect(screen).toMatchObject({ name: 'shown', page: 5, next: 'none', pages: null });
    await harness.perform(filter(unpaid));
    await harness.perform(answer(8, 16));
    expect(selectListScreen(harness.snapshot())).toMatchObject({ page: 1, next: 'offered', pages: 2 });
  });

  test('entries that cannot be read count as entries of the page (READ-01)', async () => {
    const { screen, inputs } = await play([unreadable(['o-11', null], 8)]);
    expect(screen).toMatchObject({ name: 'shown', unread: ['o-11', null], next: 'offered' });
    expect(pagesOf(inputs)).toEqual([1]);
  });

  test('a refresh of a page without a readable entry keeps it and shows why it failed (READ-01)', async () => {
    const { screen } = await play([unreadable([null]), refresh, refusal('offline')]);
    expect(screen).toMatchObject({ name: 'unreadable', failure: failure('offline') });
  });
});

describe('paging and filtering', () => {
  test('the previous rows stay, marked as stale, until the other page is loaded (ORDR-06)', async () => {
    const { harness, screen } = await play([answer(10, 23), turn(2)]);
    expect(screen).toMatchObject({ name: 'shown', page: 2, stale: true, refreshing: true });
    await harness.perform(answer(10, 23, 11));
    expect(selectListScreen(harness.snapshot())).toMatchObject({
      name: 'shown',
      page: 2,
      stale: false,
      refreshing: false,
    });
    expect(harness.reports).toEqual([{ type: 'list.moved', query: orderQuery, page: 2, corrected: false }]);
  });

  test('the current filter loads and reports nothing (ORDR-06)', async () => {
    const { harness, inputs } = await play([answer(3, 3), filter(orderQuery)]);
    expect(inputs).toHaveLength(1);
    expect(harness.reports).toEqual([]);
  });

  test('a URL that echoes a move loads nothing; back and forward do (ORDR-06)', async () => {
    const { harness, inputs } = await play([
      answer(3, 3),
      filter(unpaid),
      request(unpaid, 1),
      answer(1, 1),
      request(orderQuery, 1),
    ]);
    expect(inputs).toHaveLength(3);
    expect(inputs.at(-1)).toEqual(input);
    expect(harness.reports).toHaveLength(1);
  });

  test.each([0, -1, 1.5, Number.NaN, 1])('a list on page 1 does not go to page %s (ORDR-06)', async (page) => {
    const { inputs, harness } = await play([answer(3, 3), turn(page)]);
    expect(inputs).toHaveLength(1);
    expect(harness.snapshot().can({ type: 'page.turn', page })).toBe(false);
  });
});

describe('refreshing', () => {
  test.each([
    { rows: 3, name: 'shown' as const },
    { rows: 0, name: 'empty' as const },
  ])(
    'a list of $rows rows shows that it refreshes, and is unchanged if the refresh fails (ORDR-06)',
    async ({ rows, name }) => {
      const { harness, screen } = await play([answer(rows), refresh]);
      expect(screen).toMatchObject({ name, refreshing: true });
      await harness.perform(refusal('offline'));
      expect(harness.snapshot().matches(name)).toBe(true);
      expect(selectListScreen(harness.snapshot())).toMatchObject({ name, refreshing: false });
    },
  );

  test.each([
    { during: 'the first load', before: [], name: 'loading', pages: [1, 1] },
    { during: 'a load of another page', before: [answer(10, 23), turn(2)], name: 'shown', pages: [1, 2, 2] },
    { during: 'a refresh', before: [answer(10, 23), refresh], name: 'shown', pages: [1, 1, 1] },
  ])('a refresh during $during sends the request again (ORDR-06, ORDR-01)', async ({ before, name, pages }) => {
    const { harness, inputs, screen } = await play([...before, refresh]);
    expect(inputs.map((one) => (one as ListInput).page)).toEqual(pages);
    expect(screen.name).toBe(name);
    await harness.perform(answer(9, 23, 11));
    expect(selectListScreen(harness.snapshot())).toMatchObject({ name: 'shown', refreshing: false, stale: false });
  });

  test('a refresh while the last page is looked up keeps that page (ORDR-06)', async () => {
    const { inputs, screen } = await play([answer(0, 23), refresh, answer(3, 23)], { page: 9 });
    expect(inputs.map((one) => (one as ListInput).page)).toEqual([9, 3, 3]);
    expect(screen).toMatchObject({ name: 'shown', page: 3, next: 'none' });
  });
});

test('a second export replaces the first, and another filter stops it (ORDR-06)', async () => {
  const { harness } = await play([answer(3), exportOrders, exportOrders]);
  expect(harness.inputsOf('orderExport')).toEqual([{ query: orderQuery }, { query: orderQuery }]);
  expect(harness.isRunning('orderExport')).toBe(true);
  await harness.perform(filter(unpaid));
  expect(harness.isRunning('orderExport')).toBe(false);
});

describe('failures', () => {
  test('a failure clears the rows of another query (ERRS-06)', async () => {
    expect((await play([answer(3), filter(unpaid), refusal('offline')])).screen).toMatchObject({ name: 'failed' });
    for (const reason of ['offline', 'forbidden'] as const)
      expect((await play([answer(3), filter(unpaid), refusal(reason), retry])).screen.name).toBe('loading');
  });

  test('a failed refresh keeps the rows and shows the failure (ERRS-06)', async () => {
    const { screen } = await play([answer(3), refresh, refusal('offline')]);
    expect(screen).toMatchObject({ name: 'shown', refreshing: false, stale: false, failure: failure('offline') });
    const again = await play([answer(3), refresh, refusal('offline'), refresh, answer(3)]);
    expect(again.screen).toMatchObject({ name: 'shown', failure: null });
    expect((await play([answer(0), refresh, refusal('offline')])).screen).toMatchObject({
      name: 'empty',
      refreshing: false,
      failure: failure('offline'),
    });
  });

  test('a failed list without a failure reads "unknown error" (ERRS-03)', () => {
    const context = {
      query: orderQuery,
      page: 1,
      size: 10,
      endPage: null,
      isTotalWrong: false,
      shown: null,
      failure: null,
    };
    expect(selectListScreen(listMachine.resolveState({ value: 'failed', context }))).toMatchObject({
      name: 'failed',
      failure: failure('unknownError'),
    });
  });

  test('a forbidden list is reported; a refused refresh keeps the page (ROUTE-17)', async () => {
    const refused = await play([refusal('forbidden')]);
    expect(refused.harness.reports).toEqual([{ type: 'screen.forbidden' }]);
    expect(refused.screen).toMatchObject({ name: 'failed', failure: failure('forbidden') });
    const { harness, screen } = await play([answer(3), refresh, refusal('forbidden')]);
    expect(harness.reports).toEqual([]);
    expect(screen.name).toBe('shown');
  });
});
