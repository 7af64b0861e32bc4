import type { ListContext, ListQuery, ListResult, NextPage } from './list.types.ts';

/** Compares queries as text: they are flat and always built with the same key order. */
export const isSameQuery = (one: ListQuery, other: ListQuery): boolean => JSON.stringify(one) === JSON.stringify(other);

const entryCount = ({ content, unread }: ListResult): number => content.rows.length + unread.length;

export const isEmpty = (result: ListResult): boolean => entryCount(result) === 0;

/** Pages of a list of `total` rows; an empty list has one. */
export const pageCount = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/** What tells the entries of two pages apart. An entry without an id is compared with everything it has. */
const keysOf = ({ content, unread }: ListResult): readonly string[] => [
  ...(content.kind === 'orders'
    ? content.rows.map(({ paymentId }) => paymentId)
    : content.rows.map((row) => JSON.stringify(row))),
  ...unread.flatMap((id) => id ?? []),
];

/** Whether a page has only entries of the page before it: the API ignores the page number. */
export const hasNothingNew = (result: ListResult, before: ListResult): boolean => {
  const known = new Set(keysOf(before));
  return !result.unread.includes(null) && keysOf(result).every((key) => known.has(key));
};

const pageBefore = ({ page, query, shown }: ListContext) =>
  shown && shown.page === page - 1 && isSameQuery(shown.query, query) ? shown : null;

/** A page after the last one: an outdated link, rows that were removed, or an API that repeats its last page. */
export const isBeyondEnd = (context: ListContext, result: ListResult): boolean => {
  if (context.page === 1) return false;
  const before = pageBefore(context);
  return isEmpty(result) || (before !== null && hasNothingNew(result, before));
};

/** The last page: the previous page if it was just shown, or else by the total, or else the first page. */
export const lastPage = (context: ListContext, { total }: ListResult): number => {
  const { page, size } = context;
  if (pageBefore(context)) return page - 1;
  return total === null ? 1 : Math.min(pageCount(total, size), page - 1);
};

/** Whether a page is as long as the total demands: not if the API returns smaller pages than requested, or counts something else. */
const fitsTotal = ({ page, size }: ListContext, result: ListResult): boolean =>
  result.total === null || entryCount(result) === Math.min(size, result.total - (page - 1) * size);

/** Whether this page or an earlier one shows that the total is wrong. */
export const isTotalWrong = (context: ListContext, result: ListResult): boolean =>
  context.isTotalWrong || !fitsTotal(context, result);

/** A full page may have a next one. A short page proves nothing, because an API can return fewer rows than requested anywhere. */
export const nextPage = (context: ListContext, result: ListResult): NextPage => {
  const { page, size, endPage } = context;
  if (page === endPage) return 'none';
  if (result.total !== null && !isTotalWrong(context, result)) return page * size < result.total ? 'offered' : 'none';
  return entryCount(result) < size ? 'unknown' : 'offered';
};
