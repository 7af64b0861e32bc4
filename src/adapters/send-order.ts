import { failure } from '../../machines/kernel/failure.ts';
import { takesPoints } from '../../machines/order/order.methods.ts';
import { creditSum, PAYMENT_PAGE_CHANNEL } from '../../machines/order/order.purchase.ts';
import type { OrderTicket, Recipient } from '../../machines/order/order.types.ts';
import type { OrderIntent } from '../../machines/wizard/submit-order.machine.ts';
import type { ApiClient } from '../api/api-client.ts';
import { paymentCreateEpoint } from '../contract/epoint.contract.ts';
import { orderWebCreate } from '../contract/order.contract.ts';
import { paymentOf } from './order-record.mapper.ts';
import type { RoleList } from './role-list.ts';

export type OrderRequestParts = {
  readonly api: ApiClient;
  readonly roles: Pick<RoleList, 'cached' | 'resolve'>;
  readonly system: 'ios' | 'android';
  readonly idempotencyHeader: string;
  readonly quoteHeader: string;
};

/** The response, not validated further. `createdAt`: server time in ms, if the API sends it. */
type Created = Pick<OrderTicket, 'kind' | 'orderId' | 'payment'> & {
  readonly createdAt: number | null;
};

type PaidWithMoney = Omit<Parameters<typeof paymentOf>[0], 'epoints'> & { readonly create_ts: number | null };

const paidWithMoney = (created: PaidWithMoney): Pick<Created, 'payment' | 'createdAt'> => ({
  payment: paymentOf({ ...created, epoints: null }),
  createdAt: created.create_ts,
});

/** One call per kind of order: items for money, items for E Points, E Points for money. */
export const createSendOrder = (parts: OrderRequestParts) => {
  const { api, roles, system } = parts;

  /** `quote`: the price that the player saw, in cents or E Points. */
  const optionsOf = (key: string, quote: number, signal: AbortSignal) => ({
    signal,
    headers: {
      ...(parts.idempotencyHeader && { [parts.idempotencyHeader]: key }),
      ...(parts.quoteHeader && { [parts.quoteHeader]: String(quote) }),
    },
  });

  const recipientFields = (recipient: Recipient) => {
    if (!roles.cached()) throw failure('recipientNeeded');
    const found = roles.resolve(recipient);
    // The role moved to a different server than the player confirmed: the player must choose again.
    if (!found || found.serverId !== recipient.serverId) throw failure('roleGone');
    const { roleId: role_id, serverId: server_id, roleName: role_name, serverName: server_name } = found;
    return { role_id, server_id, role_name, server_name };
  };

  const createPointPurchase = async (
    { key, choices: { item, channel } }: OrderIntent,
    signal: AbortSignal,
  ): Promise<Created> => {
    const chosen = channel.fieldKey === PAYMENT_PAGE_CHANNEL ? {} : { channel_code: channel.fieldKey };
    const request = { item_id: item.itemId, ...chosen, system };
    const epoints = item.credit && item.credit.rebate !== null ? creditSum(item.credit) : null;
    const created = await api.call(
      paymentCreateEpoint,
      { ...request, epoints },
      optionsOf(key, item.price.minor, signal),
    );
    return { kind: 'epoint', orderId: created.paymentId, ...paidWithMoney(created) };
  };

  const createPointOrder = async (
    { key, choices: { item } }: OrderIntent,
    recipient: Recipient,
    signal: AbortSignal,
  ): Promise<Created> => {
    const request = { ...recipientFields(recipient), cp_goods_id: item.itemId, system };
    const created = await api.call(paymentCreateEpoint, request, optionsOf(key, item.epointPrice, signal));
    const points = created.epoints ?? item.epointPrice;
    // No E Points are spent: without a call of `epoint/pay`, the order expires.
    if (points !== item.epointPrice) throw failure('priceChanged');
    return {
      kind: 'epoint',
      orderId: created.paymentId,
      payment: { kind: 'points', amount: points },
      createdAt: created.create_ts,
    };
  };

  const createMoneyOrder = async (
    { key, choices: { item, channel } }: OrderIntent,
    recipient: Recipient,
    signal: AbortSignal,
  ): Promise<Created> => {
    const request = { ...recipientFields(recipient), cp_goods_id: item.itemId, channel_code: channel.fieldKey };
    const created = await api.call(orderWebCreate, request, optionsOf(key, item.price.minor, signal));
    return { kind: 'order', orderId: created.sdk_order_id, ...paidWithMoney(created) };
  };

  /** The API refuses E Points for E Points. */
  return (intent: OrderIntent, signal: AbortSignal): Promise<Created> => {
    const { recipient, channel } = intent.choices;
    if (!recipient) return createPointPurchase(intent, signal);
    return takesPoints(channel)
      ? createPointOrder(intent, recipient, signal)
      : createMoneyOrder(intent, recipient, signal);
  };
};

export type SendOrder = ReturnType<typeof createSendOrder>;
