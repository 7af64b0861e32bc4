import { NOTHING_READ } from './order-export.pages.ts';
import { failureOf, orderExportSetup, resultOf, toExportRequest } from './order-export.setup.ts';

export const orderExportMachine = orderExportSetup.createMachine({
  id: 'order-export',
  options: { maxIterations: 1_000 },
  description: 'Loads every order of a filter for a file.',
  context: ({ input: { query } }) => ({ query, ...NOTHING_READ, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadPage',
        src: 'loadPage',
        input: toExportRequest,
        onDone: [
          {
            guard: { type: 'hasNextPage', params: resultOf },
            target: 'loading',
            reenter: true,
            actions: { type: 'addPage', params: resultOf },
          },
          { target: 'loaded', actions: { type: 'addPage', params: resultOf } },
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
