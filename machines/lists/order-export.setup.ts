import { assign, setup } from 'xstate';
import { type Failure, failure as failed, toFailure } from '../kernel/failure.ts';
import { portStub } from '../kernel/port.ts';
import type { OrderRecord } from '../order/order.types.ts';
import type { ListInput, ListResult } from './list.types.ts';
import type { OrderExportContext, OrderExportEvent, OrderExportInput } from './order-export.types.ts';

/** Rows per request: large enough for few requests, and a size that every API accepts. */
const EXPORT_SIZE = 50;

export const toExportRequest = ({ context }: { readonly context: OrderExportContext }): ListInput => ({
  query: context.query,
  page: context.page,
  size: EXPORT_SIZE,
});

export const failureOf = ({ event }: { readonly event: { readonly error: unknown } }): Failure =>
  toFailure(event.error);

export const resultOf = ({ event }: { readonly event: { readonly output: ListResult } }): ListResult => event.output;

const newRecords = ({ records }: OrderExportContext, { content }: ListResult): readonly OrderRecord[] => {
  const known = new Set(records.map(({ paymentId }) => paymentId));
  return content.kind === 'orders' ? content.rows.filter(({ paymentId }) => !known.has(paymentId)) : [];
};

export const orderExportSetup = setup({
  types: {
    context: {} as OrderExportContext,
    events: {} as OrderExportEvent,
    input: {} as OrderExportInput,
  },
  actors: { loadPage: portStub<ListResult, ListInput>('loadPage') },
  guards: {
    /** A page without a new order is the last one, whatever the API says. */
    hasNextPage: ({ context }, result: ListResult) => result.more && newRecords(context, result).length > 0,
  },
  actions: {
    addRecords: assign(({ context }, result: ListResult) => ({
      records: [...context.records, ...newRecords(context, result)],
      page: context.page + 1,
    })),
    setFailure: assign({ failure: (_, failure: Failure) => failure }),
    setFileFailure: assign({ failure: failed('loadFailed') }),
    clearFailure: assign({ failure: null }),
  },
});
