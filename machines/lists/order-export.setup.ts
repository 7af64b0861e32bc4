import { assign, setup } from 'xstate';
import { type Failure, failure as failed, toFailure } from '../kernel/failure.ts';
import { portStub } from '../kernel/port.ts';
import type { ListInput, ListResult } from './list.types.ts';
import { afterPage } from './order-export.pages.ts';
import type { OrderExportContext, OrderExportEvent, OrderExportInput } from './order-export.types.ts';

/** Rows per request: large enough for few requests, and a size that every API accepts. */
const EXPORT_SIZE = 50;

export const toExportRequest = ({
  context: { query, page, until },
}: {
  readonly context: OrderExportContext;
}): ListInput => ({ query, page, size: EXPORT_SIZE, ...(until !== null && { until }) });

export const failureOf = ({ event }: { readonly event: { readonly error: unknown } }): Failure =>
  toFailure(event.error);

export const resultOf = ({ event }: { readonly event: { readonly output: ListResult } }): ListResult => event.output;

export const orderExportSetup = setup({
  types: {
    context: {} as OrderExportContext,
    events: {} as OrderExportEvent,
    input: {} as OrderExportInput,
  },
  actors: { loadPage: portStub<ListResult, ListInput>('loadPage') },
  guards: {
    hasNextPage: ({ context }, result: ListResult) => afterPage(context, result).extent === 'reading',
  },
  actions: {
    addPage: assign(({ context }, result: ListResult) => afterPage(context, result)),
    setFailure: assign({ failure: (_, failure: Failure) => failure }),
    setFileFailure: assign({ failure: failed('loadFailed') }),
    clearFailure: assign({ failure: null }),
  },
});
