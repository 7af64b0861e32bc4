import type { Failure } from '../kernel/failure.ts';
import type { OrderRecord } from '../order/order.types.ts';
import type { ListQuery } from './list.types.ts';

/** The filter of the history at the time of the request. */
export type OrderExportInput = { readonly query: ListQuery };

export type OrderExportContext = OrderExportInput & {
  /** The next page to load; 1-based. */
  readonly page: number;
  /** Newest first; each order once, even if a new order shifts the pages while they load. */
  readonly records: readonly OrderRecord[];
  readonly failure: Failure | null;
};

export type OrderExportEvent =
  | { readonly type: 'load.retry' }
  /** The view starts to save the file, in the language of the page. */
  | { readonly type: 'file.save' }
  | { readonly type: 'file.saved' }
  /** The code that saves files did not load. */
  | { readonly type: 'file.failed' };
