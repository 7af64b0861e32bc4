import type { Output, orderRecord, orderTicket, paymentMethod, purchase } from './order.schema.ts';
import type { OrderStatus } from './order.status.ts';

export type Purchase = Output<typeof purchase>;
export type Item = Purchase['item'];
export type Channel = Purchase['channel'];
export type Recipient = NonNullable<Purchase['recipient']>;
export type PointCredit = NonNullable<Item['credit']>;
export type PaymentMethod = Output<typeof paymentMethod>;
export type OrderTicket = Output<typeof orderTicket>;
export type OrderRecord = Output<typeof orderRecord>;

/** The choices that the player confirmed, with the displayed price. */
export type Choices = Purchase & { readonly recipient: Recipient };

/** The choices of an order as ids, to be looked up and checked again. Without server and role: E Points. */
export type ChoiceIds = {
  readonly serverId: string | null;
  readonly roleId: string | null;
  readonly itemId: string;
  readonly channelCode: string;
};

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
