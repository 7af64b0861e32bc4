/** What an order consists of, as stored and as sent to another tab. A field that an earlier build did not write needs a default. */
import * as v from 'valibot';
import { ORDER_STATUS_CODES, ORDER_STATUSES } from './order.status.ts';

type Immutable<Value> = Value extends object ? { readonly [Key in keyof Value]: Immutable<Value[Key]> } : Value;
export type Output<Schema extends v.GenericSchema> = Immutable<v.InferOutput<Schema>>;

export const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
export const text = v.pipe(v.string(), v.maxLength(2_000));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** Epoch ms of the server. */
export const at = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const maybeText = v.nullable(text);
const money = v.object({ minor: count, currency: v.literal('USD') });
/** BCP 47 tag → text; a tag that is missing falls back to the source text. */
const localeTexts = v.record(v.string(), text);
const line = v.object({ title: text, titles: localeTexts, quantity: count });
const status = v.picklist(ORDER_STATUSES);

/** Who receives the items. A role belongs to one server: the pair is the identity. */
const recipient = v.object({ serverId: id, serverName: text, roleId: id, roleName: text });

/**
 * E Points by their origin. `present`: the bonus of the package. `rebate`: what this player's next purchase of it earns on top; null if it
 * failed to load. `isFirst`: the rebate is for a first purchase.
 */
const pointCredit = v.object({ basic: count, present: count, rebate: v.nullable(count), isFirst: v.boolean() });

const item = v.object({
  /** cp_goods_id on the wire. */
  itemId: id,
  packageId: id,
  title: text,
  titles: localeTexts,
  price: money,
  epointPrice: count,
  /** The rebate: extra quantity in percent of the item; null if there is none or it failed to load. */
  rebatePercent: v.nullable(count),
  gift: v.nullable(line),
  /** Amount of game currency in the item, if the catalog has it. */
  quantity: v.nullable(count),
  /** E Points of a package; null for an item of a game. */
  credit: v.nullish(pointCredit, null),
  /** Name of a bundled image; views fall back to a neutral image. */
  art: maybeText,
});

const channel = v.object({
  /** channel_code on the wire. */
  fieldKey: id,
  title: text,
  isOpen: v.boolean(),
  priority: v.pipe(v.number(), v.safeInteger()),
  /** Its picture, if the API names one. */
  art: v.exactOptional(text),
});

/** The choices of an order. `recipient` null: E Points, which are credited to the account. */
export const purchase = v.object({ recipient: v.nullable(recipient), item, channel });

/**
 * How an order is paid, in the API, in the database and in the browser. A new method is a new member; each registry keyed by `kind` fails to
 * compile until it has an entry. A URL that the portal may open is called `payUrl`: `withSafeUrl` checks it.
 */
export const paymentMethod = v.variant('kind', [
  /** On a page of the provider. `payUrl` is null if there is no page that may be opened. */
  v.object({ kind: v.literal('redirect'), payUrl: v.nullable(v.pipe(v.string(), v.maxLength(4_096))) }),
  /** With E Points of the account. */
  v.object({ kind: v.literal('points'), amount: count }),
]);

/** A created order, with everything needed to pay it and to track it after a reload. */
export const orderTicket = v.object({
  /** The call that returns its status: `/api/order/record`, or `/api/epoint/paymentIds/detail`. */
  kind: v.nullish(v.picklist(['order', 'epoint']), 'order'),
  orderId: id,
  payment: paymentMethod,
  createdAt: at,
  /** null for an order that was found in the record and not created in this browser. */
  choices: v.nullable(purchase),
});

/** One row of `/api/order/record`, mapped (ORDR-03). */
export const orderRecord = v.object({
  paymentId: id,
  itemName: text,
  /** The name of the item as in the shop. */
  itemTitles: localeTexts,
  /** Name of a bundled image; views fall back to a neutral image. */
  art: v.nullish(text, null),
  paymentCreateTime: at,
  paidAmount: money,
  currency: v.literal('USD'),
  paymentMethod: text,
  /** The display group of the specification: 3 for code 4. */
  orderStatus: v.picklist(ORDER_STATUS_CODES),
  /** Labels, colors and machines use this field. */
  status,
  /** The API sent a status that is not in the specification, or none: `status` is then pending, so that the order stays followed. */
  isStatusUnknown: v.boolean(),
  gameName: maybeText,
  recipient: v.nullable(recipient),
  uid: maybeText,
  itemId: maybeText,
  channelCode: maybeText,
  contents: v.array(line),
  /** Null if the API omits it. */
  orderType: v.nullable(v.picklist(['game', 'epoint'])),
  /** Without the payment page as soon as the order can no longer be paid. */
  payment: paymentMethod,
  /** E Points that the order buys; null for an item of a game. */
  credit: v.nullable(v.object({ basic: count, present: count })),
  timeline: v.array(v.object({ status, at })),
});
