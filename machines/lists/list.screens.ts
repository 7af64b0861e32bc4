import type { SnapshotFrom } from 'xstate';
import { type Failure, failure as failed } from '../kernel/failure.ts';
import type { listMachine } from './list.machine.ts';
import { isEmpty, isSameQuery, pageCount } from './list.pages.ts';
import type { ListLocation, ListResult, NextPage } from './list.types.ts';

type Loaded = Pick<ListResult, 'unread'> & {
  /** The number of rows on all pages; null, like `pages`, if the API omits it or its pages do not fit it. */
  readonly total: number | null;
  readonly pages: number | null;
  readonly next: NextPage;
  /** The same page is being reloaded. */
  readonly refreshing: boolean;
  /** The rows belong to an earlier query or page. */
  readonly stale: boolean;
  readonly failure: Failure | null;
};

export type ListScreen = ListLocation &
  (
    | { readonly name: 'loading' }
    | ({ readonly name: 'shown'; readonly content: ListResult['content'] } & Loaded)
    /** No entry of the page can be read. */
    | ({ readonly name: 'unreadable' } & Loaded)
    | { readonly name: 'empty'; readonly refreshing: boolean; readonly failure: Failure | null }
    | { readonly name: 'failed'; readonly failure: Failure }
  );

export type ListSnapshot = SnapshotFrom<typeof listMachine>;

export const selectListScreen = (snapshot: ListSnapshot): ListScreen => {
  const { query, page, size, isTotalWrong, shown, failure } = snapshot.context;
  const requested = { query, page };
  if (snapshot.matches('failed')) return { name: 'failed', ...requested, failure: failure ?? failed('unknownError') };
  const stale = shown !== null && (shown.page !== page || !isSameQuery(shown.query, query));
  if (!shown || (stale && isEmpty(shown))) return { name: 'loading', ...requested };
  const refreshing = snapshot.hasTag('busy');
  if (isEmpty(shown)) return { name: 'empty', ...requested, refreshing, failure };
  const { content, unread, next } = shown;
  const total = isTotalWrong ? null : shown.total;
  const pages = total === null ? null : pageCount(total, size);
  const loaded = { unread, total, pages, next, refreshing, stale, failure };
  return content.rows.length === 0
    ? { name: 'unreadable', ...requested, ...loaded }
    : { name: 'shown', ...requested, content, ...loaded };
};
