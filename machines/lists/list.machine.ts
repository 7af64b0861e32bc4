import { answerOf, failureOf, listSetup, toRequest } from './list.setup.ts';

export const listMachine = listSetup.createMachine({
  id: 'listing',
  options: { maxIterations: 1_000 },
  context: ({ input: { query, page, size } }) => ({ query, page, size, shown: null, failure: null }),
  initial: 'loading',
  on: {
    'list.request': { guard: 'isElsewhere', target: '.loading', reenter: true, actions: 'take' },
    'filter.change': {
      guard: 'isAnotherFilter',
      target: '.loading',
      reenter: true,
      actions: ['setFilter', 'reportMoved'],
    },
    'page.turn': { guard: 'isAnotherPage', target: '.loading', reenter: true, actions: ['setPage', 'reportMoved'] },
  },
  states: {
    loading: {
      description: 'Another page or filter is on its way; what was shown stays until it is there.',
      tags: 'busy',
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: toRequest,
        onDone: [
          {
            guard: { type: 'isBeyondEnd', params: answerOf },
            target: 'loading',
            reenter: true,
            actions: [{ type: 'stepBack', params: answerOf }, 'reportCorrected'],
          },
          {
            guard: { type: 'isBare', params: answerOf },
            target: 'empty',
            actions: { type: 'keep', params: answerOf },
          },
          { target: 'shown', actions: { type: 'keep', params: answerOf } },
        ],
        onError: [
          {
            guard: { type: 'isForbidden', params: failureOf },
            target: 'failed',
            actions: ['drop', { type: 'setFailure', params: failureOf }, 'reportForbidden'],
          },
          { target: 'failed', actions: ['drop', { type: 'setFailure', params: failureOf }] },
        ],
      },
    },
    shown: { on: { 'list.refresh': 'refreshing' } },
    empty: { on: { 'list.refresh': 'refreshing' } },
    refreshing: {
      description: 'The same page is read again and stays in sight, also when that fails.',
      tags: 'busy',
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: toRequest,
        onDone: [
          {
            guard: { type: 'isBeyondEnd', params: answerOf },
            target: 'loading',
            actions: [{ type: 'stepBack', params: answerOf }, 'reportCorrected'],
          },
          {
            guard: { type: 'isBare', params: answerOf },
            target: 'empty',
            actions: { type: 'keep', params: answerOf },
          },
          { target: 'shown', actions: { type: 'keep', params: answerOf } },
        ],
        onError: [
          { guard: 'isBareShown', target: 'empty', actions: { type: 'setFailure', params: failureOf } },
          { target: 'shown', actions: { type: 'setFailure', params: failureOf } },
        ],
      },
    },
    failed: { on: { 'load.retry': 'loading', 'list.refresh': 'loading' } },
  },
});
