import { choicesToRepeat, pointAmount } from '../../../machines/order/order.purchase.ts';
import { isInPhase } from '../../../machines/order/order.status.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { RECHARGE } from '../../../machines/signed-in/signed-in.pages.ts';

type Choice = 'target' | 'server' | 'role' | 'item' | 'method' | 'price';

/** The top-up page with these choices, in this order. */
export const topUpUrl = (choices: { readonly [choice in Choice]?: string | null }): string => {
  const given = Object.entries(choices).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return `${RECHARGE}?${given.join('&')}`;
};

/** The top-up page with the choices of a delivered order; null: the order is not delivered, or its record lacks a choice. */
export const againUrl = (record: OrderRecord): string | null => {
  const choices = isInPhase(record.status, 'delivered') ? choicesToRepeat(null, record) : null;
  if (!choices) return null;
  return topUpUrl({
    target: record.orderType === 'epoint' ? 'epoint' : null,
    server: choices.serverId,
    role: choices.roleId,
    item: choices.itemId,
    method: choices.channelCode,
    price: pointAmount(record) === null ? String(record.paidAmount.minor) : null,
  });
};
