import { assertEvent, assign, enqueueActions, sendParent, setup, spawnChild, stopChild } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import { portStub } from '../kernel/port.ts';
import { hasNothingNew, isBeyondEnd, isEmpty, isSameQuery, isTotalWrong, lastPage, nextPage } from './list.pages.ts';
import type { ListContext, ListEvent, ListInput, ListQuery, ListReport, ListResult, NextPage } from './list.types.ts';
import { orderExportMachine } from './order-export.machine.ts';

export const toRequest = ({ context: { query, page, size } }: { readonly context: ListContext }): ListInput => ({
  query,
  page,
  size,
});

export const toNextRequest = ({ context }: { readonly context: ListContext }): ListInput => ({
  ...toRequest({ context }),
  page: context.page + 1,
});

export const resultOf = ({ event }: { readonly event: { readonly output: ListResult } }): ListResult => event.output;

/** What is known about the pages of a query is not true of another one. */
const ofQuery = (context: ListContext, query: ListQuery): Pick<ListContext, 'query' | 'isTotalWrong'> => ({
  query,
  isTotalWrong: context.isTotalWrong && isSameQuery(query, context.query),
});

const moved = ({ query, page }: ListContext, corrected: boolean): ListReport => ({
  type: 'list.moved',
  query,
  page,
  corrected,
});

export const listSetup = setup({
  types: {
    context: {} as ListContext,
    events: {} as ListEvent,
    input: {} as ListInput,
    tags: {} as 'busy',
    children: {} as { orderExport: 'orderExport' },
  },
  actors: { loadPage: portStub<ListResult, ListInput>('loadPage'), orderExport: orderExportMachine },
  guards: {
    hasOrders: ({ context: { shown } }) => shown !== null && shown.query.kind === 'orders' && !isEmpty(shown),
    isOtherLocation: ({ context, event }) =>
      event.type === 'list.request' && (event.page !== context.page || !isSameQuery(event.query, context.query)),
    isOtherFilter: ({ context, event }) => event.type === 'filter.change' && !isSameQuery(event.query, context.query),
    isOtherPage: ({ context, event }) =>
      event.type === 'page.turn' && Number.isSafeInteger(event.page) && event.page > 0 && event.page !== context.page,
    isBeyondEnd: ({ context }, result: ListResult) => isBeyondEnd(context, result),
    isEmpty: (_, result: ListResult) => isEmpty(result),
    isShownEmpty: ({ context: { shown } }) => shown !== null && isEmpty(shown),
    isNextUnknown: ({ context: { shown } }) => shown?.next === 'unknown',
    /** The page after the shown one is empty, or the API repeats the shown one. */
    isEnd: ({ context: { shown } }, result: ListResult) =>
      isEmpty(result) || (shown !== null && hasNothingNew(result, shown)),
    isForbidden: (_, { reason }: Failure) => reason === 'forbidden',
  },
  actions: {
    setRequest: assign(({ context, event }) => {
      assertEvent(event, 'list.request');
      return { ...ofQuery(context, event.query), page: event.page, endPage: null, failure: null };
    }),
    setFilter: assign(({ context, event }) => {
      assertEvent(event, 'filter.change');
      return { ...ofQuery(context, event.query), page: 1, endPage: null, failure: null };
    }),
    setPage: assign(({ event }) => {
      assertEvent(event, 'page.turn');
      return { page: event.page, failure: null };
    }),
    setLastPage: assign(({ context }, result: ListResult) => {
      const page = lastPage(context, result);
      return { page, endPage: page };
    }),
    setShown: assign(({ context }, result: ListResult) => ({
      shown: { ...result, query: context.query, page: context.page, next: nextPage(context, result) },
      isTotalWrong: isTotalWrong(context, result),
      endPage: null,
      failure: null,
    })),
    setNext: assign(({ context: { shown } }, next: NextPage) => ({ shown: shown && { ...shown, next } })),
    startExport: spawnChild('orderExport', { id: 'orderExport', input: ({ context: { query } }) => ({ query }) }),
    stopExport: stopChild('orderExport'),
    clearShown: assign({ shown: null }),
    setFailure: assign({ failure: (_, failure: Failure) => failure }),
    reportMoved: enqueueActions(({ context, enqueue }) => enqueue(sendParent(moved(context, false)))),
    reportCorrected: enqueueActions(({ context, enqueue }) => enqueue(sendParent(moved(context, true)))),
    reportForbidden: sendParent((): ListReport => ({ type: 'screen.forbidden' })),
  },
});
