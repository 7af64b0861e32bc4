import { and, desc, eq, getTableColumns, gte, lt } from 'drizzle-orm';
import { ORDER_STATUS_CODE, type OrderStatus, statusOfCode } from '../../machines/order/order.status.ts';
import type { PaymentMethod } from '../../machines/order/order.types.ts';
import type { WireResultOf } from '../../src/contract/endpoint.ts';
import type { orderRecord } from '../../src/contract/order.contract.ts';
import { toDollars } from '../../src/contract/wire.ts';
import type { Db } from '../db/database.ts';
import { type Order, type orderHistory, orders } from '../db/schema.ts';
import { columnsOf, type Row as ResultRow, type SessionJoin, statement, type Value } from '../db/statement.ts';

type Row = NonNullable<WireResultOf<typeof orderRecord>>[number];

/** The fields of an order that its record needs, and those that say when it is due. */
const RECORDED = [
  'orderId',
  'createdAt',
  'goodsName',
  'amountMinor',
  'channelName',
  'status',
  'gameName',
  'serverId',
  'serverName',
  'roleId',
  'roleName',
  'uid',
  'goodsId',
  'channelCode',
  'contents',
  'orderType',
  'epoints',
  'creditBasic',
  'creditPresent',
  'payment',
  'expiresAt',
  'checkedAt',
] as const satisfies readonly (keyof Order)[];

/** An order with its history, oldest move first, and its item in the catalog: the name in each language, and the image. */
export type OrderWithMoves = {
  readonly order: Pick<Order, (typeof RECORDED)[number]>;
  readonly moves: readonly Pick<typeof orderHistory.$inferSelect, 'toStatus' | 'at'>[];
  readonly names: Readonly<Record<string, string>>;
  readonly art: string | null;
};

export const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** A page is in the field of the specification, every other method in one field of ours. */
export const paymentFields = (payment: PaymentMethod | null): Pick<Row, 'pay_url' | 'payment'> =>
  payment === null || payment.kind === 'redirect' ? { pay_url: payment?.payUrl ?? null } : { pay_url: null, payment };

export const orderRow = ({ order, moves, names, art }: OrderWithMoves, now: Date): Row => ({
  create_ts: secondsOf(order.createdAt),
  name: order.goodsName,
  names,
  art,
  sdk_order_id: order.orderId,
  amount: toDollars(order.amountMinor),
  channel_name: order.channelName,
  status: ORDER_STATUS_CODE[order.status],
  game_name: order.gameName || null,
  server_id: order.serverId || null,
  server_name: order.serverName || null,
  role_id: order.roleId || null,
  role_name: order.roleName || null,
  uid: order.uid,
  cp_goods_id: order.goodsId,
  channel_code: order.channelCode,
  contents: order.contents,
  order_type: order.orderType,
  epoints: order.epoints,
  credit:
    order.creditBasic === null || order.creditPresent === null
      ? null
      : { basic: order.creditBasic, present: order.creditPresent },
  ...paymentFields(order.status === 'pending' && order.expiresAt > now ? order.payment : null),
  history: moves.map(({ toStatus, at }) => ({ status: ORDER_STATUS_CODE[toStatus], ts: secondsOf(at) })),
});

/** A null field does not filter. `before` is exclusive. */
export type OrderFilter = {
  readonly status: OrderStatus | null;
  readonly since: Date | null;
  readonly before: Date | null;
};

/**
 * A page of a player's orders, newest first; `page` counts from 1. Earlier pages are skipped in an index alone (orders_user_newest or
 * orders_user_status_newest); only the orders of the page are read.
 */
export const readOrderPage = (
  db: Db,
  { userId, status, since, before }: OrderFilter & { readonly userId: string },
  { page, size }: { readonly page: number; readonly size: number },
): Promise<Order[]> => {
  const keys = db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        status === null ? undefined : eq(orders.status, status),
        since ? gte(orders.createdAt, since) : undefined,
        before ? lt(orders.createdAt, before) : undefined,
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.orderId))
    .limit(size)
    .offset((page - 1) * size)
    .as('keys');
  return db
    .select(getTableColumns(orders))
    .from(keys)
    .innerJoin(orders, eq(orders.orderId, keys.orderId))
    .orderBy(desc(orders.createdAt), desc(orders.orderId));
};

const order = columnsOf(orders, 'o', RECORDED);

/** Id, status code and time of each move. Sorting the moves or formatting times as numbers would cost PostgreSQL more than reading the order. */
const HISTORY = `(select string_agg(h.id || '/' || h.to_status || '/' || h.at, ',')
  from order_history h where h.order_id = o.order_id)`;

/** The item or package of the order in the catalog, unless it was renamed. */
const LISTED = `coalesce(
  (select jsonb_build_object('names', g.names, 'art', g.art) from goods g
    where o.order_type = 'game' and g.goods_id = o.goods_id and g.name = o.goods_name),
  (select jsonb_build_object('names', i.names, 'art', i.art) from epoint_items i
    where o.order_type = 'epoint' and i.item_id = o.goods_id and i.name = o.goods_name))::text`;

const listedOf = (listed: unknown): Pick<OrderWithMoves, 'names' | 'art'> =>
  typeof listed === 'string' ? JSON.parse(listed) : { names: {}, art: null };

const movesOf = (history: unknown): OrderWithMoves['moves'] => {
  if (typeof history !== 'string') return [];
  const moves = history.split(',').map((move) => {
    const [id, code, at = ''] = move.split('/');
    const toStatus = statusOfCode(Number(code));
    if (!toStatus) throw new Error(`the database contains the unknown order status ${code}`);
    return { id: Number(id), toStatus, at: new Date(at) };
  });
  return moves.sort((one, other) => one.id - other.id);
};

const readOrder = (row: ResultRow, at: number): readonly OrderWithMoves[] => {
  if (row[at] === null) return [];
  const end = at + order.width;
  return [{ order: order.read(row, at), moves: movesOf(row[end]), ...listedOf(row[end + 1]) }];
};

/** The player's order with this number and its history; empty: no such order, or it does not pass the filter. */
export const ORDER_POLL: SessionJoin<readonly OrderWithMoves[]> = {
  name: 'order-poll',
  columns: `${order.text}, ${HISTORY}, ${LISTED}`,
  joins: (
    player,
  ) => `left join orders o on o.order_id = $2 and o.user_id = ${player} and ($3::smallint is null or o.status = $3)
    and ($4::timestamptz is null or o.created_at >= $4) and ($5::timestamptz is null or o.created_at < $5)`,
  read: readOrder,
};

export const pollValues = (orderId: string, { status, since, before }: OrderFilter): readonly Value[] => [
  orderId,
  status && ORDER_STATUS_CODE[status],
  since?.toISOString() ?? null,
  before?.toISOString() ?? null,
];

const readWithHistory = statement(
  {
    name: 'orders-with-history',
    text: `select o.order_id, ${HISTORY}, ${LISTED} from orders o where o.order_id in (select jsonb_array_elements_text($1))`,
  },
  ([orderId, history, listed]) => [orderId, { moves: movesOf(history), ...listedOf(listed) }] as const,
);

export const orderRows = async (db: Db, found: readonly Order[], now: Date): Promise<Row[]> => {
  if (!found.length) return [];
  const known = new Map(await readWithHistory(db, [JSON.stringify(found.map(({ orderId }) => orderId))]));
  return found.flatMap((order) => {
    const more = known.get(order.orderId);
    return more ? [orderRow({ order, ...more }, now)] : [];
  });
};
