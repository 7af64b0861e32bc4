import { PAYMENT_EXPIRY_S, SERVER_STATUS } from '../../machines/order/order.status.ts';
import { DEFAULT_LOCALE, isLocale } from '../../src/contract/locales.ts';
import type { Db } from '../db/database.ts';
import { channels, gameServers, goods, type Order, roles } from '../db/schema.ts';
import { type Columns, columnsOf, createPartReader, type Row, type SessionJoin, type Value } from '../db/statement.ts';
import { CODE, type Code } from '../runtime/codes.ts';
import { newOrderId } from '../runtime/order-id.ts';

/** What a new order has besides its terms, its player and its request. */
export const ownFields = (createdAt: Date) =>
  ({
    orderId: newOrderId(createdAt),
    status: 'pending',
    payment: null,
    providerRef: null,
    supersededBy: null,
    createdAt,
    /** Counted from the whole second that the API returns, so that the player's countdown ends with the order. */
    expiresAt: new Date((Math.floor(createdAt.getTime() / 1_000) + PAYMENT_EXPIRY_S) * 1_000),
    checkedAt: null,
    expiryLeasedUntil: null,
    movedAt: null,
  }) as const;

/** What an order stores about item, recipient and channel. Nothing in it comes from the request. */
export type Terms = Omit<
  Order,
  keyof ReturnType<typeof ownFields> | 'userId' | 'uid' | 'clientId' | 'traceId' | 'provider'
>;

export type OfferReading =
  /** `provider`: who takes the money. */
  | { readonly kind: 'terms'; readonly terms: Terms; readonly provider: string }
  | { readonly kind: 'refused'; readonly code: Code }
  /** The existing order reserves the same rebate and must end first. */
  | { readonly kind: 'blocked'; readonly by: Order };

/** In US cents. `quoteMinor`: the price on the player's screen, if sent. `priceChangeMinor`: what the sandbox adds for this browser. */
export type Pricing = { readonly quoteMinor: number | null; readonly priceChangeMinor?: number };

export type OrderSelection = Pick<Order, 'roleId' | 'serverId' | 'goodsId' | 'channelCode'>;

export type OfferRequest = Pricing & { readonly userId: string; readonly selection: OrderSelection };

/** Whether the provider of a channel can take money here. */
export type IsPayable = (provider: string) => boolean;

export type ReadOffer = (db: Db, isPayable: IsPayable, request: OfferRequest) => Promise<OfferReading>;

/** `channels.provider` of the E Points channel. It is in no registry because no money moves. */
export const POINTS_PROVIDER = 'epoint';

const no = (code: Code): OfferReading => ({ kind: 'refused', code });

const NO_CREDIT = {
  orderType: 'game',
  creditBasic: null,
  creditPresent: null,
  rebateKind: null,
  rebatePoints: null,
} as const;

const role = columnsOf(roles, 'r', ['roleId', 'roleName']);
const server = columnsOf(gameServers, 'g', ['serverId', 'serverName', 'gameId', 'gameName', 'status']);
const item = columnsOf(goods, 'i', [
  'goodsId',
  'name',
  'names',
  'priceMinor',
  'quantity',
  'unit',
  'rebatePercent',
  'gift',
]);
const channel = columnsOf(channels, 'c', ['channelCode', 'name', 'provider']);

/** The first column of each table is in its primary key. */
const joined = <Record>({ read }: Columns<Record>, row: Row, at: number): Record | null =>
  row[at] === null ? null : read(row, at);

const readItem = (row: Row, at: number) => ({
  role: joined(role, row, at),
  server: joined(server, row, at + role.width),
  item: joined(item, row, at + role.width + server.width),
  channel: joined(channel, row, at + role.width + server.width + item.width),
});

/** Rows that decide about a game item; null: there is no usable row. */
type ItemRows = ReturnType<typeof readItem>;

export const ITEM_ROWS: SessionJoin<ItemRows> = {
  name: 'item-offer',
  columns: [role, server, item, channel].map(({ text }) => text).join(', '),
  joins: (
    player,
  ) => `left join roles r on r.server_id = $2 and r.role_id = $3 and r.user_id = ${player} and r.deleted_at is null
    left join game_servers g on g.server_id = r.server_id
    left join goods i on i.goods_id = $4 and i.game_id = g.game_id and i.on_sale
    left join channels c on c.channel_code = $5 and c.is_open`,
  read: readItem,
};

export const itemValues = ({ serverId, roleId, goodsId, channelCode }: OrderSelection): readonly Value[] => [
  serverId,
  roleId,
  goodsId,
  channelCode,
];

/** The rate as the language writes it: "Gems (+15%)", "Juwelen (+15\u00a0%)". */
const marked = (text: string, percent: number, tag: string): string => {
  const format = { style: 'percent', signDisplay: 'always' } as const;
  const rate = new Intl.NumberFormat(isLocale(tag) ? tag : DEFAULT_LOCALE, format).format(percent / 100);
  return `${text} (${rate})`;
};

/** Order lines, one per delivery: the goods, the rebate's extra (whole pieces), the gift. */
const orderLines = ({
  quantity,
  rebatePercent,
  gift,
  unit,
  ...title
}: NonNullable<ItemRows['item']>): Order['contents'] => {
  const { name, names } = unit ?? title;
  const extra = quantity === null || rebatePercent === null ? 0 : Math.trunc((quantity * rebatePercent) / 100);
  const rebate = rebatePercent !== null &&
    extra > 0 && {
      name: marked(name, rebatePercent, DEFAULT_LOCALE),
      names: Object.fromEntries(Object.entries(names).map(([tag, text]) => [tag, marked(text, rebatePercent, tag)])),
      quantity: extra,
    };
  return [{ name, names, quantity: quantity ?? 1 }, ...(rebate ? [rebate] : []), ...(gift ? [gift] : [])];
};

/** The offer of a game item. `epointsOf`: its price in E Points, null for money, or undefined if the channel cannot be used. */
const offerOf = (
  { role, server, item, channel }: ItemRows,
  { quoteMinor, priceChangeMinor = 0 }: Pricing,
  epointsOf: (channel: NonNullable<ItemRows['channel']>, priceMinor: number) => number | null | undefined,
): OfferReading => {
  if (!role || !server) return no(CODE.roleGone);
  if (server.status === SERVER_STATUS.maintenance) return no(CODE.serverMaintenance);
  if (!item) return no(CODE.itemGone);
  const priceMinor = item.priceMinor + priceChangeMinor;
  if (quoteMinor !== null && quoteMinor !== priceMinor) return no(CODE.priceChanged);
  const epoints = channel ? epointsOf(channel, priceMinor) : undefined;
  if (!channel || epoints === undefined) return no(CODE.channelClosed);
  const { gameId, gameName, serverId, serverName } = server;
  const { roleId, roleName } = role;
  return {
    kind: 'terms',
    provider: channel.provider,
    terms: {
      ...NO_CREDIT,
      gameId,
      gameName,
      serverId,
      serverName,
      roleId,
      roleName,
      goodsId: item.goodsId,
      goodsName: item.name,
      contents: orderLines(item),
      amountMinor: priceMinor,
      channelCode: channel.channelCode,
      channelName: channel.name,
      epoints,
    },
  };
};

export const moneyOffer = (rows: ItemRows, isPayable: IsPayable, pricing: Pricing): OfferReading =>
  offerOf(rows, pricing, ({ provider }) => (isPayable(provider) ? null : undefined));

/** The offer of a game item for E Points: one cent is one point. */
export const pointsOffer = (rows: ItemRows, pricing: Pricing): OfferReading =>
  offerOf(rows, pricing, ({ provider }, priceMinor) => (provider === POINTS_PROVIDER ? priceMinor : undefined));

const readItemRows = createPartReader(ITEM_ROWS);

export const itemOffer: ReadOffer = async (db, isPayable, { userId, selection, ...pricing }) =>
  moneyOffer(await readItemRows(db, userId, itemValues(selection)), isPayable, pricing);

export const itemForPointsOffer: ReadOffer = async (db, _, { userId, selection, ...pricing }) =>
  pointsOffer(await readItemRows(db, userId, itemValues(selection)), pricing);
