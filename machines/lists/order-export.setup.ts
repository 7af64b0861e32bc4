import { assign, setup } from 'xstate';
import { type Failure, failure as failed, toFailure } from '../kernel/failure.ts';
import { portStub } from '../kernel/port.ts';
import type {
  OrderExportContext,
  OrderExportEvent,
  OrderExportInput,
  OrderExportRead,
  OrderExportStep,
} from './order-export.types.ts';

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

export const toExportStep = ({
  context: { query, read },
}: {
  readonly context: OrderExportContext;
}): OrderExportStep => ({ query, read });

export const failureOf = ({ event }: { readonly event: { readonly error: unknown } }): Failure =>
  toFailure(event.error);

export const readOf = ({ event }: { readonly event: { readonly output: OrderExportRead } }): OrderExportRead =>
  event.output;

export const orderExportSetup = setup({
  types: {
    context: {} as OrderExportContext,
    events: {} as OrderExportEvent,
    input: {} as OrderExportInput,
  },
  actors: { loadNextPage: portStub<OrderExportRead, OrderExportStep>('loadNextPage') },
  guards: { hasNextPage: (_, { extent }: OrderExportRead) => extent === 'reading' },
  actions: {
    setRead: assign({ read: (_, read: OrderExportRead) => read }),
    setFailure: assign({ failure: (_, failure: Failure) => failure }),
    setFileFailure: assign({ failure: failed('loadFailed') }),
    clearFailure: assign({ failure: null }),
  },
});
