import type { Failure } from '../kernel/failure.ts';
import type { UnreadIds } from '../kernel/listed.ts';
import type { ANY_STATUS, OrderStatus } from '../order/order.status.ts';
import type { OrderRecord } from '../order/order.types.ts';

/** Local calendar days, `YYYY-MM-DD`, both included; an empty string means no bound. */
export type DayRange = { readonly begin: string; readonly end: string };

/** The filters of a list. The page number is not one of them: a new query starts at page 1. */
export type ListQuery =
  | ({
      readonly kind: 'orders';
      readonly status: OrderStatus | typeof ANY_STATUS;
      /** An order number; an empty text means every order. */
      readonly orderId: string;
    } & DayRange)
  | ({ readonly kind: 'ledger'; readonly flow: 'all' | 'income' | 'expense' } & DayRange)
  /** 1 news, 2 event, 3 strategy, 0 all. */
  | { readonly kind: 'articles'; readonly type: 0 | 1 | 2 | 3 };

/** E Points of one account, split into basic and bonus points. */
export type Points = { readonly basic: number; readonly present: number };

/** One entry of the E Point record. Times are epoch milliseconds of the server; null if the API omits them. */
export type LedgerEntry = {
  readonly entryId: string;
  readonly at: number | null;
  readonly flow: 'income' | 'expense' | null;
  /** Why the balance changed; a key in every locale. */
  readonly reason: LedgerReason;
  /** Signed: spent points are negative. Null when the API does not split basic and bonus points. */
  readonly change: Points | null;
  /** Both kinds together, signed. */
  readonly total: number | null;
  /** The balance right after this entry. */
  readonly balance: Points | null;
  readonly paymentId: string | null;
  /** What was bought or paid. */
  readonly item: { readonly title: string; readonly titles: { readonly [bcp47: string]: string } } | null;
  /** The order of this entry, if it could be loaded. */
  readonly order: OrderRecord | null;
};

/** `reversal`: a purchase was refunded; `opening`: the balance before the record began. */
export type LedgerReason = 'purchase' | 'spend' | 'refund' | 'reversal' | 'gift' | 'opening' | 'correction' | 'other';

/** One row of `/api/setting/webArticle`, mapped. */
export type ArticleCard = {
  /** The id of its page; null if the API omits it, in which case the article has no page. */
  readonly articleId: string | null;
  /** 1 news, 2 event, 3 strategy; null if the API omits it. */
  readonly type: 1 | 2 | 3 | null;
  readonly title: string;
  /** BCP 47 tag → text; a tag that is missing falls back to the source text. */
  readonly titles: { readonly [bcp47: string]: string };
  readonly summary: string;
  readonly summaries: { readonly [bcp47: string]: string };
  readonly imgUrlConfig: { readonly pageImgUrl: string | null };
  /** Epoch ms; null if the API omits it. */
  readonly startTime: number | null;
};

export type ListResult = {
  readonly content:
    | { readonly kind: 'orders'; readonly rows: readonly OrderRecord[] }
    | { readonly kind: 'ledger'; readonly rows: readonly LedgerEntry[] }
    | { readonly kind: 'articles'; readonly rows: readonly ArticleCard[] };
  readonly unread: UnreadIds;
  /** The number of rows on all pages; null if the API omits it. */
  readonly total: number | null;
};

/** Whether there is a next page. `unknown`: this page is short, which proves nothing. */
export type NextPage = 'offered' | 'none' | 'unknown';

type ListPage = ListResult & ListLocation & { readonly next: NextPage };

/** A page of a list, as in a URL. `page` is 1-based. */
export type ListLocation = { readonly query: ListQuery; readonly page: number };

/** `size`: rows per page. `until`: leaves out orders that were created later, in epoch milliseconds. */
export type ListInput = ListLocation & { readonly size: number; readonly until?: number };

export type ListContext = ListInput & {
  /** The last page, while it loads in place of a requested page beyond it. It has no next page, even if it is full. */
  readonly endPage: number | null;
  /** A page of this query had more or fewer entries than the total allows, so the total says nothing about the pages. */
  readonly isTotalWrong: boolean;
  /** The page loaded last; visible while it reloads and while another page loads. */
  readonly shown: ListPage | null;
  readonly failure: Failure | null;
};

export type ListEvent =
  /** From the URL: back, forward or a link. Ignored for the current page and query. */
  | ({ readonly type: 'list.request' } & ListLocation)
  /** From the view. A new filter starts at page 1. */
  | { readonly type: 'filter.change'; readonly query: ListQuery }
  | { readonly type: 'page.turn'; readonly page: number }
  | { readonly type: 'list.refresh' }
  /** Loads every order that matches the filter, for a file. */
  | { readonly type: 'export.request' }
  | { readonly type: 'load.retry' };

/** The list moved to another page or query, so the URL must change. `corrected`: replaces the history entry. */
export type ListReport =
  | ({ readonly type: 'list.moved'; readonly corrected: boolean } & ListLocation)
  | { readonly type: 'screen.forbidden' };
