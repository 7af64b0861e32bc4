import {
  assertEvent,
  assign,
  type DoneActorEvent,
  enqueueActions,
  sendParent,
  setup,
  spawnChild,
  stopChild,
} from 'xstate';
import { failureOf } from '../kernel/failure.ts';
import { type Port, ports, wire } from '../kernel/port.ts';
import { hasNothingNew, isBeyondEnd, isEmpty, isSameQuery, isTotalWrong, lastPage, nextPage } from './list.pages.ts';
import type { ListContext, ListEvent, ListInput, ListQuery, ListReport, ListResult, NextPage } from './list.types.ts';
import { type OrderExportPorts, orderExportMachine } from './order-export.machine.ts';

type PagePorts = {
  /** Loads one page of the list of `query.kind`, with rows of that kind. Rejects with `forbidden` on HTTP 403. */
  loadPage: Port<ListResult, ListInput>;
};

export type ListPorts = PagePorts & OrderExportPorts;

const toRequest = ({ context: { query, page, size } }: { readonly context: ListContext }) => ({ query, page, size });

type MachineEvent = ListEvent | DoneActorEvent<ListResult, 'loadPage'>;

const resultIn = (event: MachineEvent): ListResult => {
  assertEvent(event, 'xstate.done.actor.loadPage');
  return event.output;
};

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

export const listMachine = setup({
  types: {
    context: {} as ListContext,
    events: {} as MachineEvent,
    input: {} as ListInput,
    tags: {} as 'busy',
    children: {} as { orderExport: 'orderExport' },
  },
  actors: { ...ports<PagePorts>({ loadPage: 'port' }), orderExport: orderExportMachine },
  guards: {
    hasOrders: ({ context: { shown } }) => shown !== null && shown.query.kind === 'orders' && !isEmpty(shown),
    isOtherLocation: ({ context, event }) =>
      event.type === 'list.request' && (event.page !== context.page || !isSameQuery(event.query, context.query)),
    isOtherFilter: ({ context, event }) => event.type === 'filter.change' && !isSameQuery(event.query, context.query),
    isOtherPage: ({ context, event }) =>
      event.type === 'page.turn' && Number.isSafeInteger(event.page) && event.page > 0 && event.page !== context.page,
    isBeyondEnd: ({ context, event }) => isBeyondEnd(context, resultIn(event)),
    isEmpty: ({ event }) => isEmpty(resultIn(event)),
    isShownEmpty: ({ context: { shown } }) => shown !== null && isEmpty(shown),
    isNextUnknown: ({ context: { shown } }) => shown?.next === 'unknown',
    /** The page after the shown one is empty, or the API repeats the shown one. */
    isEnd: ({ context: { shown }, event }) =>
      isEmpty(resultIn(event)) || (shown !== null && hasNothingNew(resultIn(event), shown)),
    isForbidden: (args) => failureOf(args).reason === 'forbidden',
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
    setLastPage: assign(({ context, event }) => {
      const result = resultIn(event);
      const page = lastPage(context, result);
      const isProven = result.total !== null || page === context.page - 1;
      return { page, endPage: isProven ? page : null };
    }),
    setShown: assign(({ context, event }) => {
      const result = resultIn(event);
      return {
        shown: { ...result, query: context.query, page: context.page, next: nextPage(context, result) },
        isTotalWrong: isTotalWrong(context, result),
        endPage: null,
        failure: null,
      };
    }),
    setNext: assign(({ context: { shown } }, next: NextPage) => ({ shown: shown && { ...shown, next } })),
    startExport: spawnChild('orderExport', { id: 'orderExport', input: ({ context: { query } }) => ({ query }) }),
    stopExport: stopChild('orderExport'),
    clearShown: assign({ shown: null }),
    setFailure: assign({ failure: failureOf }),
    reportMoved: enqueueActions(({ context, enqueue }) => enqueue(sendParent(moved(context, false)))),
    reportCorrected: enqueueActions(({ context, enqueue }) => enqueue(sendParent(moved(context, true)))),
    reportForbidden: sendParent((): ListReport => ({ type: 'screen.forbidden' })),
  },
}).createMachine({
  id: 'list',
  options: { maxIterations: 1_000 },
  context: ({ input: { query, page, size } }) => ({
    query,
    page,
    size,
    endPage: null,
    isTotalWrong: false,
    shown: null,
    failure: null,
  }),
  initial: 'loading',
  on: {
    'list.request': {
      guard: 'isOtherLocation',
      target: '.loading',
      reenter: true,
      actions: ['stopExport', 'setRequest'],
    },
    'filter.change': {
      guard: 'isOtherFilter',
      target: '.loading',
      reenter: true,
      actions: ['stopExport', 'setFilter', 'reportMoved'],
    },
    'export.request': { guard: 'hasOrders', actions: ['stopExport', 'startExport'] },
    'page.turn': { guard: 'isOtherPage', target: '.loading', reenter: true, actions: ['setPage', 'reportMoved'] },
  },
  states: {
    loading: {
      description: 'Loads another page or filter; the previous rows stay visible until it is loaded.',
      tags: 'busy',
      on: { 'list.refresh': { target: 'loading', reenter: true } },
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: toRequest,
        onDone: [
          { guard: 'isBeyondEnd', target: 'loading', reenter: true, actions: ['setLastPage', 'reportCorrected'] },
          { guard: 'isEmpty', target: 'empty', actions: 'setShown' },
          { target: 'shown', actions: 'setShown' },
        ],
        onError: [
          { guard: 'isForbidden', target: 'failed', actions: ['clearShown', 'setFailure', 'reportForbidden'] },
          { target: 'failed', actions: ['clearShown', 'setFailure'] },
        ],
      },
    },
    shown: {
      initial: 'settling',
      on: { 'list.refresh': 'refreshing' },
      states: {
        settling: { always: [{ guard: 'isNextUnknown', target: 'lookingAhead' }, { target: 'settled' }] },
        lookingAhead: {
          description: 'The page is short. Only an empty next page proves that it is the last one.',
          invoke: {
            id: 'loadPage',
            src: 'loadPage',
            input: ({ context: { query, page, size } }) => ({ query, page: page + 1, size }),
            onDone: [
              { guard: 'isEnd', target: 'settled', actions: { type: 'setNext', params: 'none' } },
              { target: 'settled', actions: { type: 'setNext', params: 'offered' } },
            ],
            onError: { target: 'settled', actions: { type: 'setNext', params: 'offered' } },
          },
        },
        settled: {},
      },
    },
    empty: { on: { 'list.refresh': 'refreshing' } },
    refreshing: {
      description: 'Reloads the same page; its rows stay visible, also after a failure.',
      tags: 'busy',
      on: { 'list.refresh': { target: 'refreshing', reenter: true } },
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: toRequest,
        onDone: [
          { guard: 'isBeyondEnd', target: 'loading', actions: ['setLastPage', 'reportCorrected'] },
          { guard: 'isEmpty', target: 'empty', actions: 'setShown' },
          { target: 'shown', actions: 'setShown' },
        ],
        onError: [
          { guard: 'isShownEmpty', target: 'empty', actions: 'setFailure' },
          { target: 'shown', actions: 'setFailure' },
        ],
      },
    },
    failed: { on: { 'load.retry': 'loading', 'list.refresh': 'loading' } },
  },
});

export const wireList = (ports: ListPorts): typeof listMachine =>
  wire(listMachine, ports, { orderExport: wire(orderExportMachine, ports) });
