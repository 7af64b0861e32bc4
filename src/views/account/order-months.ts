import type { ListScreen } from '../../../machines/lists/list.screens.ts';
import type { ListQuery } from '../../../machines/lists/list.types.ts';
import { pointAmount } from '../../../machines/order/order.purchase.ts';
import { ANY_STATUS, moneyOf } from '../../../machines/order/order.status.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';

/** What was paid and not refunded. `minor`: US cents. */
export type Spent = { readonly minor: number; readonly points: number };

export type OrderMonth = {
  /** `2026-11` in the player's time zone. */
  readonly month: string;
  readonly records: readonly OrderRecord[];
  /** Null unless every order of the month is on the page, with a known status. */
  readonly spent: Spent | null;
};

type Shown = Extract<ListScreen, { readonly name: 'shown' }>;
type Page = Pick<Shown, 'query' | 'page' | 'next' | 'unread' | 'stale'>;

const monthOf = (at: number): string => {
  const date = new Date(at);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
};

/** Day 0 is the last day of the month before. */
const lastDay = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return `${month}-${new Date(year, number, 0).getDate()}`;
};

/** Whether the filter leaves out no order of the month. */
const coversMonth = (query: ListQuery, month: string): boolean =>
  query.kind === 'orders' &&
  query.status === ANY_STATUS &&
  query.orderId === '' &&
  query.begin <= `${month}-01` &&
  (query.end === '' || query.end >= lastDay(month));

const spentIn = (records: readonly OrderRecord[]): Spent => {
  const charged = records.filter(({ status }) => moneyOf(status) === 'retained');
  const points = charged.reduce((sum, record) => sum + (pointAmount(record) ?? 0), 0);
  const minor = charged.reduce((sum, record) => sum + (pointAmount(record) === null ? record.paidAmount.minor : 0), 0);
  return { minor, points };
};

/**
 * The orders of a page by month, in the order of the page. The first month may begin on the page before and the last may go on on the next
 * page; if the API does not sort its orders, no month is known to be whole.
 */
export const monthsOf = (records: readonly OrderRecord[], page: Page): readonly OrderMonth[] => {
  const months: { month: string; records: OrderRecord[] }[] = [];
  for (const record of records) {
    const month = monthOf(record.paymentCreateTime);
    const last = months.at(-1);
    if (last?.month === month) last.records.push(record);
    else months.push({ month, records: [record] });
  }
  const isSorted = months.every(({ month }, at) => at === 0 || month < (months[at - 1]?.month ?? ''));
  const isReadable = isSorted && !page.stale && page.unread.length === 0;
  return months.map(({ month, records: own }, at) => {
    const isWhole =
      (at > 0 || page.page === 1) &&
      (at < months.length - 1 || page.next === 'none') &&
      own.every(({ isStatusUnknown }) => !isStatusUnknown) &&
      coversMonth(page.query, month);
    return { month, records: own, spent: isReadable && isWhole ? spentIn(own) : null };
  });
};
