import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';

/** What an order costs, in what it is paid with. */
export const orderPrice = ({ points, paidAmount }: OrderRecord, locale: string): string =>
  points === null ? formatUsd(paidAmount.minor, locale) : formatEPoints(points, locale);
