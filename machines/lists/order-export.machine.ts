import { failureOf, NOTHING_READ, orderExportSetup, readOf, toExportStep } from './order-export.setup.ts';

export const orderExportMachine = orderExportSetup.createMachine({
  id: 'order-export',
  options: { maxIterations: 1_000 },
  description: 'Loads every order of a filter for a file.',
  context: ({ input: { query } }) => ({ query, read: NOTHING_READ, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadNextPage',
        src: 'loadNextPage',
        input: toExportStep,
        onDone: [
          {
            guard: { type: 'hasNextPage', params: readOf },
            target: 'loading',
            reenter: true,
            actions: { type: 'setRead', params: readOf },
          },
          { target: 'loaded', actions: { type: 'setRead', params: readOf } },
        ],
        onError: { target: 'failed', actions: { type: 'setFailure', params: failureOf } },
      },
    },
    failed: {
      description: 'The pages that were loaded stay; a retry continues after them.',
      on: { 'load.retry': { target: 'loading', actions: 'clearFailure' } },
    },
    loaded: { on: { 'file.save': 'saving' } },
    saving: { on: { 'file.saved': 'saved', 'file.failed': { target: 'unsaved', actions: 'setFileFailure' } } },
    unsaved: {
      description: 'Every page is loaded, so a retry only saves the file.',
      on: { 'load.retry': { target: 'loaded', actions: 'clearFailure' } },
    },
    saved: {},
  },
});
