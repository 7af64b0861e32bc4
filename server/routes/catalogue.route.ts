import { and, asc, eq, isNull, ne, type SQL } from 'drizzle-orm';
import { SERVER_STATUS } from '../../machines/order/order.status.ts';
import { eRechargeItems, eRechargeRebateInfo } from '../../src/contract/e-recharge.contract.ts';
import { orderWebPayChannel, orderWebProduct } from '../../src/contract/order.contract.ts';
import { toDollars } from '../../src/contract/wire.ts';
import { POINTS_PROVIDER } from '../checkout/order-rules.ts';
import { firstPurchases, packagesOnSale, rebateOf } from '../checkout/point-packages.ts';
import type { Db } from '../db/database.ts';
import { channels, gameServers, goods, roles } from '../db/schema.ts';
import { secondsOf } from '../orders/order-rows.ts';
import { CODE } from '../runtime/codes.ts';
import { type Refusal, refusal, route, success } from './route.ts';

/** The game whose items a role can buy: only its owner, and only while its server is open. */
const gameOf = async (db: Db, userId: string, serverId: string, roleId: string): Promise<string | Refusal> => {
  const [server] = await db
    .select({ gameId: gameServers.gameId, status: gameServers.status })
    .from(roles)
    .innerJoin(gameServers, eq(gameServers.serverId, roles.serverId))
    .where(
      and(eq(roles.serverId, serverId), eq(roles.roleId, roleId), eq(roles.userId, userId), isNull(roles.deletedAt)),
    );
  if (!server) return refusal(CODE.roleGone);
  return server.status === SERVER_STATUS.maintenance ? refusal(CODE.serverMaintenance) : server.gameId;
};

const channelRows = async (db: Db, where?: SQL) => {
  const rows = await db.select().from(channels).where(where).orderBy(asc(channels.priority), asc(channels.channelCode));
  return rows.map(({ name, channelCode, isOpen, priority, art }) => ({
    name,
    channel_code: channelCode,
    is_open: isOpen,
    priority,
    art,
  }));
};

const onSale = (gameId: string) => and(eq(goods.gameId, gameId), eq(goods.onSale, true));

export const orderWebProductRoute = route(orderWebProduct, async ({ context: { db }, input }, session) => {
  const gameId = await gameOf(db, session.userId, input.server_id, input.role_id);
  if (typeof gameId !== 'string') return gameId;
  const rows = await db.select().from(goods).where(onSale(gameId)).orderBy(asc(goods.position));
  return success(
    rows.map(({ goodsId, name, names, priceMinor, quantity, rebatePercent, gift, art }) => ({
      cp_goods_id: goodsId,
      name,
      price: toDollars(priceMinor),
      names,
      rebate_percent: rebatePercent,
      gift,
      quantity,
      art,
    })),
  );
});

export const orderWebPayChannelRoute = route(orderWebPayChannel, async ({ context: { db }, input }, session) => {
  const gameId = await gameOf(db, session.userId, input.server_id, input.role_id);
  if (typeof gameId !== 'string') return gameId;
  const [item] = await db
    .select({ goodsId: goods.goodsId })
    .from(goods)
    .where(and(onSale(gameId), eq(goods.goodsId, input.cp_goods_id)));
  if (!item) return refusal(CODE.itemGone);
  return success(await channelRows(db));
});

export const eRechargeItemsRoute = route(eRechargeItems, async ({ context: { db } }) => {
  const packages = await packagesOnSale(db);
  return success({
    items: packages.map(({ itemId, name, names, priceMinor, basic, present, art }) => ({
      item_id: itemId,
      name,
      names,
      price: toDollars(priceMinor),
      basic,
      present,
      art,
    })),
    channels: await channelRows(db, ne(channels.provider, POINTS_PROVIDER)),
  });
});

export const eRechargeRebateInfoRoute = route(eRechargeRebateInfo, async ({ context: { db }, now }, session) => {
  const had = await firstPurchases(db, session.userId);
  const packages = await packagesOnSale(db);
  return success(
    packages.flatMap((item) => {
      const rebate = rebateOf(item, had.has(item.itemId), now);
      if (!rebate) return [];
      const { kind, percent, points, endsAt } = rebate;
      return [{ item_id: item.itemId, kind, percent, epoints: points, ends_ts: endsAt && secondsOf(endsAt) }];
    }),
  );
});
