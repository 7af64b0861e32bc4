import type { SnapshotFrom } from 'xstate';
import { type Failure, failure as failed } from '../kernel/failure.ts';
import type { listMachine } from './list.machine.ts';
import { isBare, isSameQuery, pageCount } from './list.pages.ts';
import type { ListQuery, ListRows } from './list.types.ts';

type Asked = { readonly query: ListQuery; readonly page: number };

export type ListScreen = Asked &
  (
    | { readonly name: 'loading' }
    | {
        readonly name: 'shown';
        readonly content: ListRows;
        /** Rows of all pages and how many pages they make; null when the API does not say. */
        readonly total: number | null;
        readonly pages: number | null;
        readonly more: boolean;
        /** The same page is being read again. */
        readonly refreshing: boolean;
        /** The rows answer another question than the one that was asked last. */
        readonly stale: boolean;
        /** Why the last refresh brought nothing. */
        readonly failure: Failure | null;
      }
    | { readonly name: 'empty'; readonly refreshing: boolean; readonly failure: Failure | null }
    | { readonly name: 'failed'; readonly failure: Failure }
  );

export type ListSnapshot = SnapshotFrom<typeof listMachine>;

export const selectListScreen = (snapshot: ListSnapshot): ListScreen => {
  const { query, page, size, shown, failure } = snapshot.context;
  const asked = { query, page };
  if (snapshot.matches('failed')) return { name: 'failed', ...asked, failure: failure ?? failed('unknownError') };
  const stale = shown !== null && (shown.page !== page || !isSameQuery(shown.query, query));
  if (!shown || (stale && isBare(shown))) return { name: 'loading', ...asked };
  const refreshing = snapshot.hasTag('busy');
  if (isBare(shown)) return { name: 'empty', ...asked, refreshing, failure };
  const { content, total, more } = shown;
  const pages = total === null ? null : pageCount(total, size);
  return { name: 'shown', ...asked, content, total, pages, more, refreshing, stale, failure };
};
