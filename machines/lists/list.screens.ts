import type { SnapshotFrom } from 'xstate';
import { type Failure, failure as failed } from '../kernel/failure.ts';
import type { listMachine } from './list.machine.ts';
import { isEmpty, isSameQuery, pageCount } from './list.pages.ts';
import type { ListQuery, ListRows } from './list.types.ts';

type Requested = { readonly query: ListQuery; readonly page: number };

export type ListScreen = Requested &
  (
    | { readonly name: 'loading' }
    | {
        readonly name: 'shown';
        readonly content: ListRows;
        /** The number of rows on all pages; null, like `pages`, if the API omits it. */
        readonly total: number | null;
        readonly pages: number | null;
        readonly more: boolean;
        /** The same page is being reloaded. */
        readonly refreshing: boolean;
        /** The rows belong to an earlier query or page. */
        readonly stale: boolean;
        /** Why the last refresh failed. */
        readonly failure: Failure | null;
      }
    | { readonly name: 'empty'; readonly refreshing: boolean; readonly failure: Failure | null }
    | { readonly name: 'failed'; readonly failure: Failure }
  );

export type ListSnapshot = SnapshotFrom<typeof listMachine>;

export const selectListScreen = (snapshot: ListSnapshot): ListScreen => {
  const { query, page, size, shown, failure } = snapshot.context;
  const requested = { query, page };
  if (snapshot.matches('failed')) return { name: 'failed', ...requested, failure: failure ?? failed('unknownError') };
  const stale = shown !== null && (shown.page !== page || !isSameQuery(shown.query, query));
  if (!shown || (stale && isEmpty(shown))) return { name: 'loading', ...requested };
  const refreshing = snapshot.hasTag('busy');
  if (isEmpty(shown)) return { name: 'empty', ...requested, refreshing, failure };
  const { content, total, more } = shown;
  const pages = total === null ? null : pageCount(total, size);
  return { name: 'shown', ...requested, content, total, pages, more, refreshing, stale, failure };
};
