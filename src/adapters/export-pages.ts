import type { ListInput, ListResult } from '../../machines/lists/list.types.ts';
import type { OrderExportRead, OrderExportStep } from '../../machines/lists/order-export.machine.ts';
import type { OrderRecord } from '../../machines/order/order.types.ts';

/** Rows per request: large enough for few requests, and a size that every API accepts. */
const EXPORT_SIZE = 50;

const MAX_REQUESTS = 500;
const MAX_ROUNDS = 5;
/** The oldest orders of a page, which the next request must return too. More than one, because an order can leave the filter. */
const MAX_ANCHORS = 3;
/** Seconds on the wire, and a limit that the adapter rounds up. */
const TIME_TOLERANCE_MS = 2_000;

const timeOf = ({ paymentCreateTime }: OrderRecord): number => paymentCreateTime;

const rowsOf = ({ content }: ListResult): readonly OrderRecord[] => (content.kind === 'orders' ? content.rows : []);

const entryCount = (result: ListResult): number => rowsOf(result).length + result.unread.length;

const isNewestFirst = (rows: readonly OrderRecord[]): boolean =>
  rows.every((row, at) => {
    const older = rows[at + 1];
    return !older || timeOf(older) <= timeOf(row);
  });

/** Rows of one time say nothing about the order of the list. */
const isDescending = (rows: readonly OrderRecord[]): boolean => {
  const [newest, oldest] = [rows[0], rows.at(-1)];
  return newest !== undefined && oldest !== undefined && timeOf(newest) > timeOf(oldest);
};

const mergedRecords = ({ records }: OrderExportRead, result: ListResult): readonly OrderRecord[] => {
  const byId = new Map([...records, ...rowsOf(result)].map((record) => [record.paymentId, record]));
  return [...byId.values()].sort((one, other) => timeOf(other) - timeOf(one));
};

const withoutId = (unread: ListResult['unread']): readonly null[] => unread.filter((id) => id === null);

/** Entries without an id can't be told apart: there are at least as many as on one page. */
const mergedUnread = ({ unread }: OrderExportRead, result: ListResult): OrderExportRead['unread'] => {
  const ids = new Set([...unread, ...result.unread].filter((id) => id !== null));
  const [before, now] = [withoutId(unread), withoutId(result.unread)];
  return [...ids, ...(now.length > before.length ? now : before)];
};

const hasNameless = ({ unread }: ListResult): boolean => unread.includes(null);

const idsOf = (result: ListResult): readonly string[] => [
  ...rowsOf(result).map(({ paymentId }) => paymentId),
  ...result.unread.flatMap((id) => id ?? []),
];

const idCount = ({ records, unread }: OrderExportRead): number =>
  new Set([...records.map(({ paymentId }) => paymentId), ...unread.flatMap((id) => id ?? [])]).size;

const PAGES = { mode: 'pages', until: null, page: 1, seen: [], lastRound: null, rounds: 1 } as const;

const nextUntil = (rows: readonly OrderRecord[]): number | null => {
  const anchors = rows.slice(-Math.min(MAX_ANCHORS, Math.ceil(rows.length / 4)));
  return anchors[0] ? timeOf(anchors[0]) : null;
};

/** Whether the API respects the time limit: nothing newer, and the orders of the page before it again. */
const respectsUntil = ({ until, records }: OrderExportRead, rows: readonly OrderRecord[]): boolean => {
  if (until === null) return true;
  const known = new Set(records.map(({ paymentId }) => paymentId));
  return (
    rows.every((row) => timeOf(row) < until + TIME_TOLERANCE_MS) && rows.some(({ paymentId }) => known.has(paymentId))
  );
};

const afterTimePage = (before: OrderExportRead, read: OrderExportRead, result: ListResult): OrderExportRead => {
  const rows = rowsOf(result);
  const count = entryCount(result);
  const hasNew = idCount(read) > idCount(before);
  if (count === 0 && before.until === null) return { ...read, extent: 'complete' };
  if (before.page > 1) return hasNew || hasNameless(result) ? { ...read, ...PAGES } : { ...read, extent: 'complete' };
  const isSortKnown = before.until !== null || isDescending(rows);
  if (!respectsUntil(before, rows) || !isNewestFirst(rows) || !isSortKnown) return { ...read, ...PAGES };
  if (hasNew) {
    const until = nextUntil(rows);
    const isEarlier = until !== null && (before.until === null || until < before.until);
    return isEarlier ? { ...read, until, seen: [] } : { ...read, ...PAGES };
  }
  return count < before.largest ? { ...read, page: 2 } : { ...read, ...PAGES };
};

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length;

/** Two rounds with the same orders prove that none was skipped: an order that left in the first one would be missing in the second. */
const afterNumberedPage = (before: OrderExportRead, read: OrderExportRead, result: ListResult): OrderExportRead => {
  if (read.seen.length > before.seen.length) return { ...read, page: before.page + 1 };
  if (hasNameless(result)) return { ...read, extent: 'partial' };
  if (before.lastRound && isSameSet(before.lastRound, before.seen)) return { ...read, extent: 'complete' };
  if (before.rounds === MAX_ROUNDS) return { ...read, extent: 'partial' };
  return { ...read, page: 1, seen: [], lastRound: before.seen, rounds: before.rounds + 1 };
};

export const toExportRequest = ({ query, read: { page, until } }: OrderExportStep): ListInput => ({
  query,
  page,
  size: EXPORT_SIZE,
  ...(until !== null && { until }),
});

/**
 * What is known after one more page, and what to load next. An order that leaves the filter shifts all later ones, so a page number skips
 * orders. Each request therefore asks for the orders up to the time of the oldest ones so far, which it returns again. If the API does not
 * support this, the export reads page by page until two rounds see the same orders.
 */
export const afterPage = (before: OrderExportRead, result: ListResult): OrderExportRead => {
  const read: OrderExportRead = {
    ...before,
    records: mergedRecords(before, result),
    unread: mergedUnread(before, result),
    seen: [...new Set([...before.seen, ...idsOf(result)])],
    requests: before.requests + 1,
    largest: Math.max(before.largest, entryCount(result)),
  };
  const next = before.mode === 'time' ? afterTimePage(before, read, result) : afterNumberedPage(before, read, result);
  return next.extent === 'reading' && next.requests >= MAX_REQUESTS ? { ...next, extent: 'partial' } : next;
};
