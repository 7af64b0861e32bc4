import { choicesToRepeat, pointAmount } from '../../../machines/order/order.purchase.ts';
import { isInPhase } from '../../../machines/order/order.status.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { RECHARGE } from '../../../machines/signed-in/signed-in.pages.ts';

/** The top-up page with the choices of a delivered order; null: the order is not delivered, or its record lacks a choice. */
export const againUrl = (record: OrderRecord): string | null => {
  const choices = isInPhase(record.status, 'delivered') ? choicesToRepeat(null, record) : null;
  if (!choices) return null;
  const { serverId, roleId, itemId, channelCode } = choices;
  const params = [
    ['target', record.orderType === 'epoint' ? 'epoint' : null],
    ['server', serverId],
    ['role', roleId],
    ['item', itemId],
    ['method', channelCode],
    ['price', pointAmount(record) === null ? String(record.paidAmount.minor) : null],
  ] as const;
  const given = params.flatMap(([name, value]) => (value === null ? [] : [`${name}=${encodeURIComponent(value)}`]));
  return `${RECHARGE}?${given.join('&')}`;
};
