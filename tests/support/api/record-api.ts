import { ORDER_ROW, type SeenRequest } from './fake-api.ts';

export type ModelOrder = { readonly id: string; readonly second: number };

export type RecordModel = {
  readonly orders: readonly ModelOrder[];
  /** The most rows of a page; one number per page number, and the last one for the rest. */
  readonly caps?: readonly number[];
  readonly end?: 'inclusive' | 'exclusive' | 'ignored';
  readonly sort?: 'newest' | 'oldest';
  readonly ignoresPage?: boolean;
  /** Called before each response, with the number of the request from 0: orders that are no longer in the record, or new ones. */
  readonly gone?: (request: number) => ReadonlySet<string>;
  readonly arrived?: (request: number) => readonly ModelOrder[];
  readonly unreadable?: ReadonlySet<string>;
};

const rowOf = ({ id, second }: ModelOrder, isUnreadable: boolean) => ({
  ...ORDER_ROW,
  sdk_order_id: id,
  create_ts: second,
  ...(isUnreadable && { create_ts: {} }),
});

/** A record of orders as an API may return it. */
export const recordApi = ({
  orders,
  caps = [100],
  end: endRule = 'inclusive',
  sort = 'newest',
  ignoresPage = false,
  gone = () => new Set(),
  arrived = () => [],
  unreadable = new Set(),
}: RecordModel) => {
  let requests = 0;
  return ({ body }: SeenRequest): object => {
    const { page, size, begin, end } = body as Readonly<Record<'page' | 'size' | 'begin' | 'end', number>>;
    const absent = gone(requests);
    const present = [...orders, ...arrived(requests)]
      .filter(({ id, second }) => {
        const isInTime = endRule === 'ignored' || (endRule === 'inclusive' ? second <= end : second < end);
        return !absent.has(id) && second >= begin && isInTime;
      })
      .sort((one, other) => (sort === 'newest' ? other.second - one.second : one.second - other.second));
    requests += 1;
    const sizes = Array.from({ length: ignoresPage ? 1 : page }, (_, at) =>
      Math.min(size, caps[at] ?? caps.at(-1) ?? size),
    );
    const from = sizes.slice(0, -1).reduce((sum, one) => sum + one, 0);
    const rows = present.slice(from, from + (sizes.at(-1) ?? size));
    return { code: 0, result: rows.map((order) => rowOf(order, unreadable.has(order.id))) };
  };
};

/** Orders with numbers from 1, newest first. `gap`: seconds between two of them. */
export const modelOrders = (count: number, gap = 60): readonly ModelOrder[] =>
  Array.from({ length: count }, (_, at) => ({ id: `o-${at + 1}`, second: 1_759_000_000 - at * gap }));
