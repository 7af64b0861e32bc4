import * as v from 'valibot';
import type { EpointRechargeDraft } from '../../machines/epoint-recharge/epoint-recharge.types.ts';
import { at, id, orderRecord, orderTicket, purchase, text } from '../../machines/order/order.schema.ts';
import { SERVER_STATUS } from '../../machines/order/order.status.ts';
import type { RechargeDraft, RechargeMemory } from '../../machines/recharge/recharge.types.ts';
import type { GameServer } from '../../machines/recharge/servers.machine.ts';
import type { OrderIntent } from '../../machines/wizard/submit-order.machine.ts';
import type { Identity } from './account.mapper.ts';
import type { ConfirmationStamp } from './confirmation-times.ts';

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

const memory = v.object({
  serverId: id,
  roleId: id,
  channelCode: id,
  itemId: v.nullish(id, null),
}) satisfies v.GenericSchema<unknown, RechargeMemory>;

const servers = v.array(
  v.object({
    serverId: id,
    serverName: text,
    status: v.picklist(Object.values(SERVER_STATUS)),
    roles: v.array(v.object({ roleId: id, roleName: text })),
  }),
) satisfies v.GenericSchema<unknown, GameServer[]>;

const account = v.pipe(
  v.object({
    userId: v.pipe(v.string(), v.maxLength(128)),
    localId: v.exactOptional(id),
    gameAccountId: v.string(),
    gameId: v.string(),
    displayName: text,
  }),
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
  deferred: v.nullish(v.boolean(), false),
  key: v.nullable(v.string()),
  spending: v.nullish(v.boolean(), false),
};
export const ORDER = {
  ...crossBuildOptions,
  version: 2,
  schema: v.object({ ...orderFields, ticket: orderTicket }),
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
  observation: v.object({ observedAt: at, record: orderRecord }),
});
