import type { Failure } from '../kernel/failure.ts';
import type { OrderRecord } from '../order/order.types.ts';
import type { ListQuery } from './list.types.ts';

/** The filter of the history at the time of the request. */
export type OrderExportInput = { readonly query: ListQuery };

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
  /** One per entry that cannot be read: its id, or null without one. */
  readonly unread: readonly (string | null)[];
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

/** What one more request needs: the filter and what the responses so far contain. */
export type OrderExportStep = OrderExportInput & { readonly read: OrderExportRead };

export type OrderExportContext = OrderExportStep & { readonly failure: Failure | null };

export type OrderExportEvent =
  | { readonly type: 'load.retry' }
  /** The view starts to save the file, in the language of the page. */
  | { readonly type: 'file.save' }
  | { readonly type: 'file.saved' }
  /** The code that saves files did not load. */
  | { readonly type: 'file.failed' };
