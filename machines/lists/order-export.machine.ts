import { assign, setup } from 'xstate';
import { type Failure, failure as failed, failureOf } from '../kernel/failure.ts';
import type { UnreadIds } from '../kernel/listed.ts';
import { type Port, ports } from '../kernel/port.ts';
import type { OrderRecord } from '../order/order.types.ts';
import type { ListQuery } from './list.types.ts';

/** The filter of the history at the time of the request. */
type OrderExportInput = { readonly query: ListQuery };

/** What the responses so far contain. */
export type OrderExportRead = {
  /** `time`: each request asks for the orders up to a time. `pages`: page by page, for an API that does not support this. */
  readonly mode: 'time' | 'pages';
  /** Epoch ms; null at the beginning and in the mode `pages`. */
  readonly until: number | null;
  /** The next page to load; 1-based. */
  readonly page: number;
  /** Newest first; each order once. */
  readonly records: readonly OrderRecord[];
  readonly unread: UnreadIds;
  /** Ids in the pages of this time limit, or of this round through all pages. */
  readonly seen: readonly string[];
  /** Ids of the round before this one; null in the first round. */
  readonly lastRound: readonly string[] | null;
  readonly rounds: number;
  readonly requests: number;
  /** The entries of the largest page. */
  readonly largest: number;
  /** `partial`: orders may be missing. */
  readonly extent: 'reading' | 'complete' | 'partial';
};

export type OrderExportStep = OrderExportInput & { readonly read: OrderExportRead };

type OrderExportContext = OrderExportStep & { readonly failure: Failure | null };

type OrderExportEvent =
  | { readonly type: 'load.retry' }
  /** The view starts to save the file, in the language of the page. */
  | { readonly type: 'file.save' }
  | { readonly type: 'file.saved' }
  /** The code that saves files did not load. */
  | { readonly type: 'file.failed' };

export type OrderExportPorts = {
  /** Loads one more page of an export. Rejects with `loadFailed` if the code of the export does not load. */
  loadNextPage: Port<OrderExportRead, OrderExportStep>;
};

export const NOTHING_READ: OrderExportRead = {
  mode: 'time',
  until: null,
  page: 1,
  records: [],
  unread: [],
  seen: [],
  lastRound: null,
  rounds: 1,
  requests: 0,
  largest: 0,
  extent: 'reading',
};

const readOf = ({ event }: { readonly event: { readonly output: OrderExportRead } }): OrderExportRead => event.output;

export const orderExportMachine = setup({
  types: {
    context: {} as OrderExportContext,
    events: {} as OrderExportEvent,
    input: {} as OrderExportInput,
  },
  actors: ports<OrderExportPorts>({ loadNextPage: 'port' }),
  guards: { hasNextPage: (_, { extent }: OrderExportRead) => extent === 'reading' },
  actions: {
    setRead: assign({ read: (_, read: OrderExportRead) => read }),
    setFailure: assign({ failure: failureOf }),
    setFileFailure: assign({ failure: failed('loadFailed') }),
    clearFailure: assign({ failure: null }),
  },
}).createMachine({
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
        input: ({ context: { query, read } }) => ({ query, read }),
        onDone: [
          {
            guard: { type: 'hasNextPage', params: readOf },
            target: 'loading',
            reenter: true,
            actions: { type: 'setRead', params: readOf },
          },
          { target: 'loaded', actions: { type: 'setRead', params: readOf } },
        ],
        onError: { target: 'failed', actions: 'setFailure' },
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
