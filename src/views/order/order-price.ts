import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';

/** The price of an order, in dollars or E Points. */
export const orderPrice = ({ points, paidAmount }: OrderRecord, locale: string): string =>
  points === null ? formatUsd(paidAmount.minor, locale) : formatEPoints(points, locale);
