import type { ListContext, ListQuery, ListResult } from './list.types.ts';

/** Compares queries as text: they are flat and always built with the same key order. */
export const isSameQuery = (one: ListQuery, other: ListQuery): boolean => JSON.stringify(one) === JSON.stringify(other);

export const isEmpty = ({ content }: ListResult): boolean => content.rows.length === 0;

/** Pages of a list of `total` rows; an empty list has one. */
export const pageCount = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/** An empty page after the last one: an outdated link, or rows that were removed. */
export const isBeyondEnd = ({ page }: ListContext, result: ListResult): boolean => page > 1 && isEmpty(result);

/** The last page: from the total if it is known, or else the previous page if it was just shown, or else the first page. */
export const lastPage = ({ page, size, query, shown }: ListContext, { total }: ListResult): number => {
  if (total !== null) return Math.min(pageCount(total, size), page - 1);
  return shown && shown.page === page - 1 && isSameQuery(shown.query, query) ? shown.page : 1;
};
