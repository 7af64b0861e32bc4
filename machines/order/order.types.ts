import type { Money } from '../kernel/money.ts';
import type { OrderStatus } from './order.status.ts';

/** Who receives the goods. A role belongs to one server: the pair is the identity. */
export type Recipient = {
  readonly serverId: string;
  readonly serverName: string;
  readonly roleId: string;
  readonly roleName: string;
};

type Gift = { readonly title: string; readonly titles: LocaleTexts; readonly quantity: number };

/** BCP 47 tag → text; a tag that is missing falls back to the source text. */
type LocaleTexts = { readonly [bcp47: string]: string };

export type Item = {
  /** cp_goods_id on the wire. */
  readonly itemId: string;
  readonly packageId: string;
  readonly title: string;
  readonly titles: LocaleTexts;
  readonly price: Money;
  readonly epointPrice: number;
  /** Extra goods in percent of the item, given on top. */
  readonly rebatePercent: number | null;
  readonly gift: Gift | null;
  /** Amount of game currency the item holds, when the catalogue says so. */
  readonly quantity: number | null;
  /** Which of our own pictures fits; views fall back to a neutral one. */
  readonly art: string | null;
};

export type Channel = {
  /** channel_code on the wire. */
  readonly fieldKey: string;
  readonly title: string;
  readonly isOpen: boolean;
  readonly priority: number;
};

/** What the player confirmed; frozen with the price that was on the screen. */
export type Choices = { readonly recipient: Recipient; readonly item: Item; readonly channel: Channel };

/** The choices of an order as ids, to be looked up and checked again. */
export type ChoiceIds = {
  readonly serverId: string;
  readonly roleId: string;
  readonly itemId: string;
  readonly channelCode: string;
};

/** A created order, enough to pay it and to follow it after a reload. Times in epoch milliseconds of the server. */
export type OrderTicket = {
  readonly orderId: string;
  readonly payUrl: string;
  readonly createdAt: number;
  /** null for an order that was found in the record and not made in this browser. */
  readonly choices: Choices | null;
};

export type StatusChange = { readonly status: OrderStatus; readonly at: number };

/** One row of `/api/order/record`, mapped (ORDR-03). Times in epoch milliseconds of the server. */
export type OrderRecord = {
  readonly paymentId: string;
  readonly itemName: string;
  readonly paymentCreateTime: number;
  readonly paidAmount: Money;
  readonly currency: 'USD';
  readonly paymentMethod: string;
  /** The specification's display group: raw 4 reads 3 here. */
  readonly orderStatus: OrderStatus;
  /** The truth: labels, colours and machines use this. */
  readonly status: OrderStatus;
  readonly gameName: string | null;
  readonly recipient: Recipient | null;
  readonly uid: string | null;
  readonly itemId: string | null;
  readonly channelCode: string | null;
  readonly contents: readonly OrderLine[];
  readonly orderType: 'game' | 'epoint';
  /** Only while the order can still be paid. */
  readonly payUrl: string | null;
  readonly timeline: readonly StatusChange[];
};

type OrderLine = { readonly title: string; readonly titles: LocaleTexts; readonly quantity: number };

/** A record and the server time at which it was true. */
export type OrderObservation = { readonly record: OrderRecord; readonly observedAt: number };
