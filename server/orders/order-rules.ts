import { and, eq, isNull } from 'drizzle-orm';
import { SERVER_STATUS } from '../../machines/order/order.status.ts';
import { CODE, type Code } from '../../src/contract/codes.ts';
import type { Db } from '../db/database.ts';
import { channels, gameServers, goods, type orders, roles } from '../db/schema.ts';
import type { OrderSelection } from './order-key.ts';
import { orderLines } from './order-lines.ts';

type Order = typeof orders.$inferSelect;

/** What an order stores about item, recipient and channel. Nothing in it comes from the request. */
export type Terms = Omit<
  Order,
  | 'orderId'
  | 'userId'
  | 'uid'
  | 'clientId'
  | 'status'
  | 'payUrl'
  | 'providerRef'
  | 'supersededBy'
  | 'createdAt'
  | 'expiresAt'
  | 'checkedAt'
>;

type OfferReading =
  | { readonly kind: 'terms'; readonly terms: Terms }
  | { readonly kind: 'refused'; readonly code: Code }
  /** The existing order reserves the same rebate and must end first. */
  | { readonly kind: 'blocked'; readonly by: Order };

/** `quoteMinor`: the price on the player's screen in US cents; null if it was not sent. */
type OfferRequest = { readonly userId: string; readonly selection: OrderSelection; readonly quoteMinor: number | null };

/** Whether the provider of a channel can take money here. */
export type IsPayable = (provider: string) => boolean;

export type ReadOffer = (db: Db, isPayable: IsPayable, request: OfferRequest) => Promise<OfferReading>;

type Channel = typeof channels.$inferSelect;

/** `channels.provider` of the E Points channel. It is in no registry because no money moves. */
export const POINTS_PROVIDER = 'epoint';

const no = (code: Code): OfferReading => ({ kind: 'refused', code });

export const openChannel = async (db: Db, channelCode: string): Promise<Channel | null> => {
  const [channel] = await db
    .select()
    .from(channels)
    .where(and(eq(channels.channelCode, channelCode), eq(channels.isOpen, true)));
  return channel ?? null;
};

/** Reads the terms of a game item, without the payment part. */
const readItem = async (
  db: Db,
  { userId, selection, quoteMinor }: OfferRequest,
  termsOf: (
    sold: Pick<Terms, 'gameId' | 'gameName' | 'serverId' | 'serverName' | 'roleId' | 'roleName'> &
      Pick<Terms, 'goodsId' | 'goodsName' | 'contents' | 'amountMinor'>,
    channel: Channel,
  ) => Terms | null,
): Promise<OfferReading> => {
  const [target] = await db
    .select({ role: roles, server: gameServers })
    .from(roles)
    .innerJoin(gameServers, eq(gameServers.serverId, roles.serverId))
    .where(
      and(
        eq(roles.serverId, selection.serverId),
        eq(roles.roleId, selection.roleId),
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
    .where(and(eq(goods.goodsId, selection.goodsId), eq(goods.gameId, server.gameId), eq(goods.onSale, true)));
  if (!item) return no(CODE.itemGone);
  if (quoteMinor !== null && quoteMinor !== item.priceMinor) return no(CODE.priceChanged);
  const channel = await openChannel(db, selection.channelCode);
  const { gameId, gameName, serverId, serverName } = server;
  const { roleId, roleName } = role;
  const sold = { gameId, gameName, serverId, serverName, roleId, roleName };
  const what = {
    goodsId: item.goodsId,
    goodsName: item.name,
    contents: orderLines(item),
    amountMinor: item.priceMinor,
  };
  const terms = channel && termsOf({ ...sold, ...what }, channel);
  return terms ? { kind: 'terms', terms } : no(CODE.channelClosed);
};

const NO_CREDIT = {
  orderType: 'game',
  creditBasic: null,
  creditPresent: null,
  rebateKind: null,
  rebatePoints: null,
} as const;

/** Offer of a game item for money. */
export const itemOffer: ReadOffer = (db, isPayable, request) =>
  readItem(db, request, (sold, { channelCode, name: channelName, provider }) =>
    isPayable(provider) ? { ...sold, ...NO_CREDIT, channelCode, channelName, epoints: null } : null,
  );

/** Offer of a game item for E Points: one cent is one point. */
export const itemForPointsOffer: ReadOffer = (db, _, request) =>
  readItem(db, request, (sold, { channelCode, name: channelName, provider }) =>
    provider === POINTS_PROVIDER
      ? { ...sold, ...NO_CREDIT, channelCode, channelName, epoints: sold.amountMinor }
      : null,
  );
