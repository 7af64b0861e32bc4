import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { ORDER_STATUS_CODE } from '../../machines/order/order.status.ts';
import type { PaymentMethod } from '../../machines/order/order.types.ts';
import type { WireResultOf } from '../../src/contract/endpoint.ts';
import type { orderRecord } from '../../src/contract/order.contract.ts';
import { toDollars } from '../../src/contract/wire.ts';
import type { Db } from '../db/database.ts';
import { epointItems, goods, type Order, orderHistory, orders } from '../db/schema.ts';

type Move = Pick<typeof orderHistory.$inferSelect, 'toStatus' | 'at'>;
type Row = NonNullable<WireResultOf<typeof orderRecord>>[number];

/** The fields of an order that its record needs, and those that say when it is due. */
export const RECORDED = [
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

/** An item or a package in the catalog: its name in each language, and its image. */
export type ListedItem = { readonly names: Readonly<Record<string, string>>; readonly art: string | null };

/** The item was renamed or removed. */
export const UNLISTED: ListedItem = { names: {}, art: null };

/** An order with its history, oldest move first, and its item. */
export type OrderWithMoves = ListedItem & {
  readonly order: Pick<Order, (typeof RECORDED)[number]>;
  readonly moves: readonly Move[];
};

export const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** A page is in the field of the specification, every other method in one field of ours. */
export const paymentFields = (payment: PaymentMethod | null): Pick<Row, 'pay_url' | 'payment'> =>
  payment === null || payment.kind === 'redirect' ? { pay_url: payment?.payUrl ?? null } : { pay_url: null, payment };

/** API record of an order. */
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

const listedOf = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, ListedItem>> => {
  const { orderId, orderType, goodsId, goodsName } = orders;
  const rows = await db
    .select({
      orderId,
      names: sql<ListedItem['names'] | null>`coalesce(${goods.names}, ${epointItems.names})`,
      art: sql<string | null>`coalesce(${goods.art}, ${epointItems.art})`,
    })
    .from(orders)
    .leftJoin(goods, and(eq(orderType, 'game'), eq(goods.goodsId, goodsId), eq(goods.name, goodsName)))
    .leftJoin(
      epointItems,
      and(eq(orderType, 'epoint'), eq(epointItems.itemId, goodsId), eq(epointItems.name, goodsName)),
    )
    .where(inArray(orderId, [...ids]));
  return new Map(rows.map(({ orderId: id, names, art }) => [id, { names: names ?? {}, art }]));
};

/** API records of the orders, in the given order. */
export const orderRows = async (db: Db, found: readonly Order[], now: Date): Promise<Row[]> => {
  const ids = found.map((order) => order.orderId);
  const moves = ids.length
    ? await db.select().from(orderHistory).where(inArray(orderHistory.orderId, ids)).orderBy(asc(orderHistory.id))
    : [];
  const listed = ids.length ? await listedOf(db, ids) : new Map<string, ListedItem>();
  return found.map((order) => {
    const { orderId } = order;
    const own = moves.filter((move) => move.orderId === orderId);
    return orderRow({ order, moves: own, ...(listed.get(orderId) ?? UNLISTED) }, now);
  });
};
