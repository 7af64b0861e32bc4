import type { SnapshotFrom } from 'xstate';
import { type Failure, failure as failed } from '../kernel/failure.ts';
import type { OrderRecord } from '../order/order.types.ts';
import type { orderExportMachine } from './order-export.machine.ts';

export type OrderExportScreen =
  /** `count`: orders so far. */
  | { readonly name: 'loading'; readonly count: number }
  | { readonly name: 'failed'; readonly count: number; readonly failure: Failure }
  /** The view saves the file. */
  | { readonly name: 'loaded'; readonly count: number; readonly records: readonly OrderRecord[] }
  | { readonly name: 'saved'; readonly count: number };

export type OrderExportSnapshot = SnapshotFrom<typeof orderExportMachine>;

export const selectOrderExportScreen = ({
  value,
  context: { records, failure },
}: OrderExportSnapshot): OrderExportScreen => {
  const count = records.length;
  switch (value) {
    case 'loading':
    case 'saved':
      return { name: value, count };
    case 'failed':
    case 'unsaved':
      return { name: 'failed', count, failure: failure ?? failed('unknownError') };
    case 'loaded':
    case 'saving':
      return { name: 'loaded', count, records };
  }
};
