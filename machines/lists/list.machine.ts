import { failureOf } from '../kernel/failure.ts';
import { listSetup, resultOf, toNextRequest, toRequest } from './list.setup.ts';

export const listMachine = listSetup.createMachine({
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
          {
            guard: { type: 'isBeyondEnd', params: resultOf },
            target: 'loading',
            reenter: true,
            actions: [{ type: 'setLastPage', params: resultOf }, 'reportCorrected'],
          },
          {
            guard: { type: 'isEmpty', params: resultOf },
            target: 'empty',
            actions: { type: 'setShown', params: resultOf },
          },
          { target: 'shown', actions: { type: 'setShown', params: resultOf } },
        ],
        onError: [
          {
            guard: { type: 'isForbidden', params: failureOf },
            target: 'failed',
            actions: ['clearShown', { type: 'setFailure', params: failureOf }, 'reportForbidden'],
          },
          { target: 'failed', actions: ['clearShown', { type: 'setFailure', params: failureOf }] },
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
            input: toNextRequest,
            onDone: [
              {
                guard: { type: 'isEnd', params: resultOf },
                target: 'settled',
                actions: { type: 'setNext', params: 'none' },
              },
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
          {
            guard: { type: 'isBeyondEnd', params: resultOf },
            target: 'loading',
            actions: [{ type: 'setLastPage', params: resultOf }, 'reportCorrected'],
          },
          {
            guard: { type: 'isEmpty', params: resultOf },
            target: 'empty',
            actions: { type: 'setShown', params: resultOf },
          },
          { target: 'shown', actions: { type: 'setShown', params: resultOf } },
        ],
        onError: [
          { guard: 'isShownEmpty', target: 'empty', actions: { type: 'setFailure', params: failureOf } },
          { target: 'shown', actions: { type: 'setFailure', params: failureOf } },
        ],
      },
    },
    failed: { on: { 'load.retry': 'loading', 'list.refresh': 'loading' } },
  },
});
