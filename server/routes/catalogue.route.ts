import { and, asc, eq, isNull } from 'drizzle-orm';
import { SERVER_STATUS } from '../../machines/order/order.status.ts';
import { orderWebPayChannel, orderWebProduct } from '../../src/contract/order.contract.ts';
import { toDollars } from '../../src/contract/wire.ts';
import type { Db } from '../db/database.ts';
import { gameServers, goods, roles } from '../db/schema.ts';
import { CODE, type Code } from '../runtime/codes.ts';
import { channelRows } from './channel-rows.ts';
import { refusal, route, success } from './route.ts';

type Shop = { readonly ok: true; readonly gameId: string } | { readonly ok: false; readonly code: Code };

/** Items for a role: visible only to its owner and while its server is open. */
const shopOf = async (db: Db, userId: string, serverId: string, roleId: string): Promise<Shop> => {
  const [server] = await db
    .select({ gameId: gameServers.gameId, status: gameServers.status })
    .from(roles)
    .innerJoin(gameServers, eq(gameServers.serverId, roles.serverId))
    .where(
      and(eq(roles.serverId, serverId), eq(roles.roleId, roleId), eq(roles.userId, userId), isNull(roles.deletedAt)),
    );
  if (!server) return { ok: false, code: CODE.roleGone };
  if (server.status === SERVER_STATUS.maintenance) return { ok: false, code: CODE.serverMaintenance };
  return { ok: true, gameId: server.gameId };
};

const onSale = (gameId: string) => and(eq(goods.gameId, gameId), eq(goods.onSale, true));

export const orderWebProductRoute = route(orderWebProduct, async ({ context: { db }, input }, session) => {
  const shop = await shopOf(db, session.userId, input.server_id, input.role_id);
  if (!shop.ok) return refusal(shop.code);
  const rows = await db.select().from(goods).where(onSale(shop.gameId)).orderBy(asc(goods.position));
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
  const shop = await shopOf(db, session.userId, input.server_id, input.role_id);
  if (!shop.ok) return refusal(shop.code);
  const [item] = await db
    .select({ goodsId: goods.goodsId })
    .from(goods)
    .where(and(onSale(shop.gameId), eq(goods.goodsId, input.cp_goods_id)));
  if (!item) return refusal(CODE.itemGone);
  return success(await channelRows(db));
});
