import { and, eq, isNull } from 'drizzle-orm';
import { SERVER_STATUS } from '../../machines/order/order.status.ts';
import { CODE, type Code } from '../../src/contract/codes.ts';
import type { Db } from '../db/database.ts';
import { channels, gameServers, goods, roles } from '../db/schema.ts';
import type { ProviderOf } from '../payments/registry.ts';
import type { Wish } from './order-key.ts';

/** What is sold, to whom and how, as the server knows it; nothing of it comes from the request. */
export type Offer = {
  readonly server: typeof gameServers.$inferSelect;
  readonly role: typeof roles.$inferSelect;
  readonly goods: typeof goods.$inferSelect;
  readonly channel: typeof channels.$inferSelect;
};

export type OfferReading = { readonly ok: true; readonly offer: Offer } | { readonly ok: false; readonly code: Code };

const no = (code: Code): OfferReading => ({ ok: false, code });

/** `quoteMinor`: the price on the player's screen in US cents; null when none was sent. */
export const readOffer = async (
  db: Db,
  providerOf: ProviderOf,
  userId: string,
  wish: Wish,
  quoteMinor: number | null,
): Promise<OfferReading> => {
  const [target] = await db
    .select({ role: roles, server: gameServers })
    .from(roles)
    .innerJoin(gameServers, eq(gameServers.serverId, roles.serverId))
    .where(
      and(
        eq(roles.serverId, wish.serverId),
        eq(roles.roleId, wish.roleId),
        eq(roles.userId, userId),
        isNull(roles.deletedAt),
      ),
    );
  if (!target) return no(CODE.roleGone);
  const { role, server } = target;
  if (server.status === SERVER_STATUS.maintenance) return no(CODE.serverMaintenance);
  const [item] = await db
    .select()
    .from(goods)
    .where(and(eq(goods.goodsId, wish.goodsId), eq(goods.gameId, server.gameId), eq(goods.onSale, true)));
  if (!item) return no(CODE.itemGone);
  if (quoteMinor !== null && quoteMinor !== item.priceMinor) return no(CODE.priceChanged);
  const [channel] = await db
    .select()
    .from(channels)
    .where(and(eq(channels.channelCode, wish.channelCode), eq(channels.isOpen, true)));
  if (!channel || !providerOf(channel.provider)) return no(CODE.channelClosed);
  return { ok: true, offer: { role, server, goods: item, channel } };
};
