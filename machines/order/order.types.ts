import type { Money } from '../kernel/money.ts';
import type { OrderStatus, OrderStatusCode } from './order.status.ts';

/** Who receives the items. A role belongs to one server: the pair is the identity. */
export type Recipient = {
  readonly serverId: string;
  readonly serverName: string;
  readonly roleId: string;
  readonly roleName: string;
};

type Gift = { readonly title: string; readonly titles: LocaleTexts; readonly quantity: number };

/** BCP 47 tag → text; a tag that is missing falls back to the source text. */
type LocaleTexts = { readonly [bcp47: string]: string };

/**
 * E Points by their origin. `present`: the bonus of the package. `rebate`: what this player's next purchase of it earns on top; null if it
 * failed to load. `isFirst`: the rebate is for a first purchase.
 */
export type PointCredit = {
  readonly basic: number;
  readonly present: number;
  readonly rebate: number | null;
  readonly isFirst: boolean;
};

export type Item = {
  /** cp_goods_id on the wire. */
  readonly itemId: string;
  readonly packageId: string;
  readonly title: string;
  readonly titles: LocaleTexts;
  readonly price: Money;
  readonly epointPrice: number;
  /** The rebate: extra quantity in percent of the item; null if there is none or it failed to load. */
  readonly rebatePercent: number | null;
  readonly gift: Gift | null;
  /** Amount of game currency in the item, if the catalog has it. */
  readonly quantity: number | null;
  /** E Points of a package; null for an item of a game. */
  readonly credit: PointCredit | null;
  /** Name of a bundled image; views fall back to a neutral image. */
  readonly art: string | null;
};

export type Channel = {
  /** channel_code on the wire. */
  readonly fieldKey: string;
  readonly title: string;
  readonly isOpen: boolean;
  readonly priority: number;
};

/** The choices that the player confirmed, with the displayed price. */
export type Choices = { readonly recipient: Recipient; readonly item: Item; readonly channel: Channel };

/** The choices of an order. `recipient` null: E Points, which are credited to the account. */
export type Purchase = { readonly recipient: Recipient | null; readonly item: Item; readonly channel: Channel };

/** The choices of an order as ids, to be looked up and checked again. Without server and role: E Points. */
export type ChoiceIds = {
  readonly serverId: string | null;
  readonly roleId: string | null;
  readonly itemId: string;
  readonly channelCode: string;
};

/** How an order is paid. A new method is a new member; each registry keyed by `kind` fails to compile until it has an entry. */
export type PaymentMethod =
  /** On a page of the provider. `payUrl` is null if there is no page that may be opened. */
  | { readonly kind: 'redirect'; readonly payUrl: string | null }
  /** With E Points of the account. */
  | { readonly kind: 'points'; readonly amount: number };

/** A created order, with everything needed to pay it and to track it after a reload. Times in epoch ms of the server. */
export type OrderTicket = {
  /** The call that returns its status: `/api/order/record`, or `/api/epoint/paymentIds/detail`. */
  readonly kind: 'order' | 'epoint';
  readonly orderId: string;
  readonly payment: PaymentMethod;
  readonly createdAt: number;
  /** null for an order that was found in the record and not created in this browser. */
  readonly choices: Purchase | null;
};

export type StatusChange = { readonly status: OrderStatus; readonly at: number };

/** One row of `/api/order/record`, mapped (ORDR-03). Times in epoch milliseconds of the server. */
export type OrderRecord = {
  readonly paymentId: string;
  readonly itemName: string;
  /** The name of the item as in the shop. */
  readonly itemTitles: LocaleTexts;
  readonly paymentCreateTime: number;
  readonly paidAmount: Money;
  readonly currency: 'USD';
  readonly paymentMethod: string;
  /** The display group of the specification: 3 for code 4. */
  readonly orderStatus: OrderStatusCode;
  /** Labels, colors and machines use this field. */
  readonly status: OrderStatus;
  /** The API sent a status that is not in the specification, or none: `status` is then pending, so that the order stays followed. */
  readonly isStatusUnknown: boolean;
  readonly gameName: string | null;
  readonly recipient: Recipient | null;
  readonly uid: string | null;
  readonly itemId: string | null;
  readonly channelCode: string | null;
  readonly contents: readonly OrderLine[];
  /** Null if the API omits it. */
  readonly orderType: 'game' | 'epoint' | null;
  /** The price in E Points; null for an order paid with money. */
  readonly points: number | null;
  /** E Points that the order buys; null for an item of a game. */
  readonly credit: { readonly basic: number; readonly present: number } | null;
  /** Only while the order can still be paid. */
  readonly payUrl: string | null;
  readonly timeline: readonly StatusChange[];
};

type OrderLine = { readonly title: string; readonly titles: LocaleTexts; readonly quantity: number };

/** A status that the order chart refuses after the current status: stale or regressed. It is ignored. */
export type RefusedStatus = {
  readonly orderId: string;
  /** The call that returned it. */
  readonly kind: OrderTicket['kind'];
  readonly known: OrderStatus;
  readonly received: OrderStatus;
};

/** A record and the server time of its request. */
export type OrderObservation = { readonly record: OrderRecord; readonly observedAt: number };

/** The E Points of the player changed, for example because a purchase was credited. */
export type PointsChanged = { readonly type: 'points.changed' };
