import type { SnapshotFrom } from 'xstate';
import { type Failure, failure as failed } from '../kernel/failure.ts';
import type { UnreadIds } from '../kernel/listed.ts';
import type { OrderRecord } from '../order/order.types.ts';
import type { orderExportMachine } from './order-export.machine.ts';

/** `isPartial`: orders may be missing. */
type OrderExportGaps = { readonly unread: UnreadIds; readonly isPartial: boolean };

export type OrderExportScreen =
  /** `count`: orders so far. */
  | { readonly name: 'loading'; readonly count: number }
  | { readonly name: 'failed'; readonly count: number; readonly failure: Failure }
  /** The view saves the file. */
  | ({ readonly name: 'loaded'; readonly count: number; readonly records: readonly OrderRecord[] } & OrderExportGaps)
  | ({ readonly name: 'saved'; readonly count: number } & OrderExportGaps);

export type OrderExportSnapshot = SnapshotFrom<typeof orderExportMachine>;

export const selectOrderExportScreen = (snapshot: OrderExportSnapshot): OrderExportScreen => {
  const { value } = snapshot;
  const { read, failure } = snapshot.context;
  const { records, unread, extent } = read;
  const count = records.length;
  const gaps: OrderExportGaps = { unread, isPartial: extent === 'partial' };
  switch (value) {
    case 'loading':
      return { name: value, count };
    case 'saved':
      return { name: value, count, ...gaps };
    case 'failed':
    case 'unsaved':
      return { name: 'failed', count, failure: failure ?? failed('unknownError') };
    case 'loaded':
    case 'saving':
      return { name: 'loaded', count, records, ...gaps };
  }
};
