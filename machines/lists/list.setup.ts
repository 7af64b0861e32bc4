import { assertEvent, assign, enqueueActions, sendParent, setup, spawnChild, stopChild } from 'xstate';
import type { Failure } from '../kernel/failure.ts';
import { portStub } from '../kernel/port.ts';
import { isBeyondEnd, isEmpty, isSameQuery, lastPage } from './list.pages.ts';
import type { ListContext, ListEvent, ListInput, ListReport, ListResult } from './list.types.ts';
import { orderExportMachine } from './order-export.machine.ts';

export const toRequest = ({ context: { query, page, size } }: { readonly context: ListContext }): ListInput => ({
  query,
  page,
  size,
});

export const resultOf = ({ event }: { readonly event: { readonly output: ListResult } }): ListResult => event.output;

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
    isForbidden: (_, { reason }: Failure) => reason === 'forbidden',
  },
  actions: {
    setRequest: assign(({ event }) => {
      assertEvent(event, 'list.request');
      return { query: event.query, page: event.page, endPage: null, failure: null };
    }),
    setFilter: assign(({ event }) => {
      assertEvent(event, 'filter.change');
      return { query: event.query, page: 1, endPage: null, failure: null };
    }),
    setPage: assign(({ event }) => {
      assertEvent(event, 'page.turn');
      return { page: event.page, failure: null };
    }),
    setLastPage: assign(({ context }, result: ListResult) => {
      const page = lastPage(context, result);
      return { page, endPage: page };
    }),
    setShown: assign(({ context: { query, page, endPage } }, result: ListResult) => ({
      shown: { ...result, query, page, more: result.more && page !== endPage },
      endPage: null,
      failure: null,
    })),
    startExport: spawnChild('orderExport', { id: 'orderExport', input: ({ context: { query } }) => ({ query }) }),
    stopExport: stopChild('orderExport'),
    clearShown: assign({ shown: null }),
    setFailure: assign({ failure: (_, failure: Failure) => failure }),
    reportMoved: enqueueActions(({ context, enqueue }) => enqueue(sendParent(moved(context, false)))),
    reportCorrected: enqueueActions(({ context, enqueue }) => enqueue(sendParent(moved(context, true)))),
    reportForbidden: sendParent((): ListReport => ({ type: 'screen.forbidden' })),
  },
});
