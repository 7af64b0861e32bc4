import { type Failure, failure, toFailure } from '../../machines/kernel/failure.ts';
import type { OrderRecord, OrderTicket } from '../../machines/order/order.types.ts';
import type { Intent } from '../../machines/recharge/recharge.types.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { ServerClock } from '../platform/server-clock.ts';
import type { AccountStore } from './account-store.ts';
import type { OrderReader } from './order-reader.ts';
import type { RoleList } from './role-list.ts';

export type OrderCreationParts = {
  readonly api: Pick<ApiClient, 'orderWebCreate'>;
  readonly roles: RoleList;
  readonly reader: OrderReader;
  readonly clock: ServerClock;
  /** Of the active account; null when nobody is logged in. */
  readonly store: () => AccountStore | null;
  readonly isPayUrl: (url: string) => boolean;
  readonly idempotencyHeader: string;
  readonly quoteHeader: string;
};

const LOOK_BACK_MS = 60_000;

/** An answer that could not be read may well have been the answer to an order that exists. */
const asUnknownOutcome = (error: unknown): Failure => {
  const seen = toFailure(error);
  return seen.reason === 'protocolError' || seen.reason === 'offline' ? { ...seen, reason: 'requestError' } : seen;
};

/** Whether a record can be the intent's order. What the API leaves out of a record cannot speak against it. */
const isOrderOf = ({ choices, confirmedAt }: Intent, record: OrderRecord): boolean => {
  const { recipient, item, channel } = choices;
  const sameItem =
    record.itemId === null
      ? record.itemName === item.title && record.paidAmount.minor === item.price.minor
      : record.itemId === item.itemId;
  const sameRecipient =
    record.recipient === null ||
    (record.recipient.serverId === recipient.serverId && record.recipient.roleId === recipient.roleId);
  const sameChannel =
    record.channelCode === null ? record.paymentMethod === channel.title : record.channelCode === channel.fieldKey;
  return sameItem && sameRecipient && sameChannel && record.paymentCreateTime >= confirmedAt - LOOK_BACK_MS;
};

export const createOrderCreation = (parts: OrderCreationParts) => {
  const { api, roles, reader, clock, isPayUrl } = parts;

  const openStore = (): AccountStore => {
    const store = parts.store();
    if (!store) throw failure('tokenFailure');
    return store;
  };

  const headersOf = ({ key, choices }: Intent): Record<string, string> => ({
    ...(parts.idempotencyHeader && { [parts.idempotencyHeader]: key }),
    ...(parts.quoteHeader && { [parts.quoteHeader]: String(choices.item.price.minor) }),
  });

  const createdAtOf = async (orderId: string, signal: AbortSignal): Promise<number | null> => {
    try {
      return (await reader.read(orderId, signal)).record.paymentCreateTime;
    } catch {
      return null;
    }
  };

  return {
    createOrder: async ({ intent }: { readonly intent: Intent }, signal: AbortSignal): Promise<OrderTicket> => {
      const store = openStore();
      const { recipient, item, channel } = intent.choices;
      if (!roles.cached()) await roles.load(signal);
      const found = roles.resolve(recipient);
      // Found on another server than the player confirmed: asked again, never sent there.
      if (!found || found.serverId !== recipient.serverId) throw failure('roleGone');
      const request = {
        role_id: found.roleId,
        server_id: found.serverId,
        cp_goods_id: item.itemId,
        channel_code: channel.fieldKey,
        role_name: found.roleName,
        server_name: found.serverName,
      };
      const created = await api
        .orderWebCreate(request, { signal, headers: headersOf(intent) })
        .catch((error: unknown) => {
          throw asUnknownOutcome(error);
        });
      const ticket: OrderTicket = {
        orderId: created.sdk_order_id,
        payUrl: isPayUrl(created.pay_url) ? created.pay_url : '',
        createdAt: created.create_ts ?? clock.now(),
        choices: intent.choices,
      };
      store.saveOrder(ticket, intent.key, false);
      if (created.create_ts !== null) return ticket;
      const dated = { ...ticket, createdAt: (await createdAtOf(ticket.orderId, signal)) ?? ticket.createdAt };
      store.saveOrder(dated, intent.key, false);
      return dated;
    },

    lookUpOrder: async ({ intent }: { readonly intent: Intent }, signal: AbortSignal): Promise<OrderTicket | null> => {
      const store = openStore();
      const known = store.findOrder(intent.key);
      if (known) return known;
      const others = store.othersThan(intent.key);
      const records = await reader.list({ from: intent.confirmedAt - LOOK_BACK_MS }, signal);
      const [record] = records
        .filter((candidate) => isOrderOf(intent, candidate) && !others.has(candidate.paymentId))
        .toSorted((a, b) => a.paymentCreateTime - b.paymentCreateTime);
      if (!record) return null;
      const ticket: OrderTicket = {
        orderId: record.paymentId,
        payUrl: record.payUrl ?? '',
        createdAt: record.paymentCreateTime,
        choices: intent.choices,
      };
      store.saveOrder(ticket, intent.key, false);
      return ticket;
    },
  };
};
