import type { ListAnswer, ListContext, ListQuery } from './list.types.ts';

/** Queries are flat and made in one place each, so their text tells them apart. */
export const isSameQuery = (one: ListQuery, other: ListQuery): boolean => JSON.stringify(one) === JSON.stringify(other);

export const isBare = ({ content }: ListAnswer): boolean => content.rows.length === 0;

/** Pages of a list of `total` rows; an empty list has one. */
export const pageCount = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/** An empty page behind the last one: a link that is too old, or rows that went away. */
export const isBeyondEnd = ({ page }: ListContext, answer: ListAnswer): boolean => page > 1 && isBare(answer);

/** Where the list ends, as far as an empty page tells: the page before it, when that one was just seen, else the first. */
export const lastPage = ({ page, size, query, shown }: ListContext, { total }: ListAnswer): number => {
  if (total !== null) return Math.min(pageCount(total, size), page - 1);
  return shown && shown.page === page - 1 && isSameQuery(shown.query, query) ? shown.page : 1;
};
