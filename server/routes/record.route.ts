import { and, asc, desc, eq, gte, inArray, lt } from 'drizzle-orm';
import { ANY_STATUS, isOrderStatus, ORDER_STATUS } from '../../machines/order/order.status.ts';
import type { WireResultOf } from '../../src/contract/endpoint.ts';
import { orderRecord } from '../../src/contract/order.contract.ts';
import { toDollars } from '../../src/contract/wire.ts';
import { orderHistory, orders } from '../db/schema.ts';
import { expireDueOrders } from '../orders/order-expiry.ts';
import { statusOf } from '../orders/order-moves.ts';
import { moneyOf } from '../payments/registry.ts';
import { route, success } from './route.ts';

type Order = typeof orders.$inferSelect;
type Move = typeof orderHistory.$inferSelect;
type Row = WireResultOf<typeof orderRecord>[number];

/** End of the year 9999, the last that text can hold. */
const LAST_S = 253_402_300_799;

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1_000);
const dateOf = (seconds: number): Date => new Date(Math.min(seconds, LAST_S) * 1_000);

const rowOf = (order: Order, moves: readonly Move[], now: Date): Row => ({
  create_ts: secondsOf(order.createdAt),
  name: order.goodsName,
  sdk_order_id: order.orderId,
  amount: toDollars(order.amountMinor),
  channel_name: order.channelName,
  status: statusOf(order.status),
  game_name: order.gameName,
  server_id: order.serverId,
  server_name: order.serverName,
  role_id: order.roleId,
  role_name: order.roleName,
  uid: order.uid,
  cp_goods_id: order.goodsId,
  channel_code: order.channelCode,
  contents: order.contents,
  order_type: order.orderType === 'epoint' ? 'epoint' : 'game',
  pay_url: order.status === ORDER_STATUS.pending && order.expiresAt > now ? order.payUrl : null,
  history: moves.flatMap(({ toStatus, at }) =>
    isOrderStatus(toStatus) ? [{ status: toStatus, ts: secondsOf(at) }] : [],
  ),
});

/** The caller's orders, newest first. Those past their deadline are settled before they are told. */
export const orderRecordRoute = route(orderRecord, async ({ context, input }, session) => {
  const { db, clock } = context;
  await expireDueOrders(moneyOf(context), session.userId);
  const { page, size, begin, end, status } = input;
  const orderId = input.sdk_order_id.trim();
  const found = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, session.userId),
        orderId ? eq(orders.orderId, orderId) : undefined,
        status === ANY_STATUS ? undefined : eq(orders.status, status),
        begin ? gte(orders.createdAt, dateOf(begin)) : undefined,
        end ? lt(orders.createdAt, dateOf(end + 1)) : undefined,
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.orderId))
    .limit(size)
    .offset((page - 1) * size);
  const ids = found.map((order) => order.orderId);
  const moves = ids.length
    ? await db.select().from(orderHistory).where(inArray(orderHistory.orderId, ids)).orderBy(asc(orderHistory.id))
    : [];
  const now = clock.now();
  return success(
    found.map((order) =>
      rowOf(
        order,
        moves.filter((move) => move.orderId === order.orderId),
        now,
      ),
    ),
  );
});
