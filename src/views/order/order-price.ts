import { pointAmount } from '../../../machines/order/order.purchase.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';

/** The price of an order, in dollars or E Points. */
export const orderPrice = (record: OrderRecord, locale: string): string => {
  const points = pointAmount(record);
  return points === null ? formatUsd(record.paidAmount.minor, locale) : formatEPoints(points, locale);
};
