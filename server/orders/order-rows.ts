import { asc, inArray } from 'drizzle-orm';
import { ORDER_STATUS_CODE } from '../../machines/order/order.codes.ts';
import type { WireResultOf } from '../../src/contract/endpoint.ts';
import type { orderRecord } from '../../src/contract/order.contract.ts';
import { toDollars } from '../../src/contract/wire.ts';
import type { Db } from '../db/database.ts';
import { orderHistory, type orders } from '../db/schema.ts';

type Order = typeof orders.$inferSelect;
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
  'payUrl',
  'expiresAt',
  'checkedAt',
] as const satisfies readonly (keyof Order)[];

/** An order with its history, oldest move first. */
export type OrderWithMoves = {
  readonly order: Pick<Order, (typeof RECORDED)[number]>;
  readonly moves: readonly Move[];
};

export const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1_000);

/** API record of an order. */
export const orderRow = ({ order, moves }: OrderWithMoves, now: Date): Row => ({
  create_ts: secondsOf(order.createdAt),
  name: order.goodsName,
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
  pay_url: order.status === 'pending' && order.expiresAt > now ? order.payUrl : null,
  history: moves.map(({ toStatus, at }) => ({ status: ORDER_STATUS_CODE[toStatus], ts: secondsOf(at) })),
});

/** API records of the orders, in the given order. */
export const orderRows = async (db: Db, found: readonly Order[], now: Date): Promise<Row[]> => {
  const ids = found.map((order) => order.orderId);
  const moves = ids.length
    ? await db.select().from(orderHistory).where(inArray(orderHistory.orderId, ids)).orderBy(asc(orderHistory.id))
    : [];
  return found.map((order) => orderRow({ order, moves: moves.filter((move) => move.orderId === order.orderId) }, now));
};
