import * as v from 'valibot';
import type { EpointRechargeDraft } from '../../machines/epoint-recharge/epoint-recharge.types.ts';
import type { MethodKind } from '../../machines/order/order.methods.ts';
import {
  ORDER_STATUS_CODES,
  ORDER_STATUSES,
  SERVER_STATUS,
  STATUS_OF_CODE,
} from '../../machines/order/order.status.ts';
import type { OrderObservation, OrderTicket, PaymentMethod } from '../../machines/order/order.types.ts';
import type { RechargeDraft, RechargeMemory } from '../../machines/recharge/recharge.types.ts';
import type { GameServer } from '../../machines/recharge/servers.machine.ts';
import type { OrderIntent } from '../../machines/wizard/submit-order.types.ts';
import type { Identity } from './account.mapper.ts';
import type { ConfirmationStamp } from './confirmation-times.ts';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const text = v.pipe(v.string(), v.maxLength(2_000));
const maybeText = v.nullable(text);
const at = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const money = v.object({ minor: count, currency: v.literal('USD') });
const texts = v.record(v.string(), text);
/** A tab that runs an earlier build sends codes. */
const status = v.union([
  v.picklist(ORDER_STATUSES),
  v.pipe(
    v.picklist(ORDER_STATUS_CODES),
    v.transform((code) => STATUS_OF_CODE[code]),
  ),
]);
const line = v.object({ title: text, titles: texts, quantity: count });
const recipient = v.object({ serverId: id, serverName: text, roleId: id, roleName: text });

const credit = v.object({ basic: count, present: count, rebate: v.nullable(count), isFirst: v.boolean() });

/** Earlier builds did not store the fields that have a default. */
const purchase = v.object({
  recipient: v.nullable(recipient),
  item: v.object({
    itemId: id,
    packageId: id,
    title: text,
    titles: texts,
    price: money,
    epointPrice: count,
    rebatePercent: v.nullable(count),
    gift: v.nullable(line),
    quantity: v.nullable(count),
    credit: v.nullish(credit, null),
    art: maybeText,
  }),
  channel: v.object({ fieldKey: id, title: text, isOpen: v.boolean(), priority: v.pipe(v.number(), v.safeInteger()) }),
});

const payUrl = v.pipe(v.string(), v.maxLength(4_096));

const ticketFields = {
  kind: v.optional(v.picklist(['order', 'epoint']), 'order'),
  orderId: id,
  createdAt: at,
  choices: v.nullable(purchase),
};

const PAYMENTS = {
  redirect: v.object({ kind: v.literal('redirect'), payUrl: v.nullable(payUrl) }),
  points: v.object({ kind: v.literal('points'), amount: count }),
} satisfies Record<MethodKind, v.GenericSchema<unknown, PaymentMethod>>;

const ticket: v.GenericSchema<unknown, OrderTicket> = v.object({
  ...ticketFields,
  payment: v.variant('kind', [PAYMENTS.redirect, PAYMENTS.points]),
});

const intent = v.object({
  key: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{16,64}$/)),
  confirmedAt: at,
  choices: purchase,
  /** Missing in intents of earlier builds. */
  stamp: v.exactOptional(v.object({ at, hasServerTime: v.boolean() })),
}) satisfies v.GenericSchema<unknown, OrderIntent & { readonly stamp?: ConfirmationStamp }>;

const draft = v.object({
  serverId: v.nullable(id),
  roleId: v.nullable(id),
  itemId: v.nullable(id),
  channelCode: v.nullable(id),
}) satisfies v.GenericSchema<unknown, RechargeDraft>;

const epointRechargeDraft = v.object({
  itemId: v.nullable(id),
  channelCode: v.nullable(id),
}) satisfies v.GenericSchema<unknown, EpointRechargeDraft>;

const memory = v.object({ serverId: id, roleId: id, channelCode: id }) satisfies v.GenericSchema<
  unknown,
  RechargeMemory
>;

const servers = v.array(
  v.object({
    serverId: id,
    serverName: text,
    status: v.picklist(Object.values(SERVER_STATUS)),
    roles: v.array(v.object({ roleId: id, roleName: text })),
  }),
) satisfies v.GenericSchema<unknown, GameServer[]>;

/** Earlier builds stored a local id as the user id. */
const account = v.pipe(
  v.object({
    userId: v.pipe(v.string(), v.maxLength(128)),
    localId: v.exactOptional(id),
    gameAccountId: v.string(),
    gameId: v.string(),
    displayName: text,
  }),
  v.transform((stored) =>
    /^local-[0-9a-f]{16}$/.test(stored.userId) ? { ...stored, userId: '', localId: stored.userId } : stored,
  ),
  v.check(({ userId, localId }) => userId !== '' || localId !== undefined),
);

const identity = v.object({
  /** Fingerprint of the token with which the other fields were stored. */
  mark: v.string(),
  account,
  ids: v.object({ accountId: v.string(), gameId: v.string(), userId: v.string() }),
}) satisfies v.GenericSchema<unknown, Identity & { readonly mark: string }>;

/** Data that the player relies on is preserved across builds; convenience data is not. */
const crossBuildOptions = { version: 1, preserveOtherVersions: true };
const convenience = { version: 1, preserveOtherVersions: false };

export const INTENT = { ...crossBuildOptions, schema: intent };
/**
 * `key`: the key of the intent; null if the order was found in the record. `spending`: E Points are being taken, so after a reload the
 * payment continues without a press. Earlier builds did not store `spending`: their orders wait for a press.
 */
const orderFields = {
  aside: v.boolean(),
  key: v.nullable(v.string()),
  spending: v.optional(v.boolean(), false),
};
export const ORDER = {
  ...crossBuildOptions,
  version: 2,
  schema: v.object({ ...orderFields, ticket }),
};
/** An order that was deleted because it is final. */
export const ENDED = { ...crossBuildOptions, schema: v.object({ orderId: id, key: v.string(), createdAt: at }) };
export const DRAFT = { ...convenience, schema: draft };
export const EPOINT_RECHARGE_DRAFT = { ...convenience, schema: epointRechargeDraft };
export const MEMORY = { ...convenience, schema: memory };
export const SERVERS = { ...convenience, schema: servers };
export const IDENTITY = { ...convenience, schema: identity };

/** A message to the other tabs with an observation of an order. `scope`: the account of the order. */
export const peerMessage = v.object({
  v: v.literal(1),
  scope: v.string(),
  observation: v.object({
    observedAt: at,
    record: v.object({
      paymentId: id,
      itemName: text,
      itemTitles: v.optional(texts, {}),
      paymentCreateTime: at,
      paidAmount: money,
      currency: v.literal('USD'),
      paymentMethod: text,
      orderStatus: v.picklist(ORDER_STATUS_CODES),
      status,
      isStatusUnknown: v.optional(v.boolean(), false),
      gameName: maybeText,
      recipient: v.nullable(recipient),
      uid: maybeText,
      itemId: maybeText,
      channelCode: maybeText,
      contents: v.array(line),
      orderType: v.nullable(v.picklist(['game', 'epoint'])),
      points: v.nullable(count),
      credit: v.nullable(v.object({ basic: count, present: count })),
      payUrl: maybeText,
      timeline: v.array(v.object({ status, at })),
    }),
  }) satisfies v.GenericSchema<unknown, OrderObservation>,
});
