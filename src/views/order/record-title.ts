import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { formatNumber } from '../../i18n/formats.ts';

/**
 * The title of an order in the language of the page. A record has its item's name in the source language only, but its contents
 * in every language, with the item itself first.
 */
export const recordTitle = ({ itemName, contents }: OrderRecord, locale: string): string => {
  const [first] = contents;
  const own = first?.titles[locale];
  if (!first || !own || own === first.title) return itemName;
  return first.quantity === 1 ? own : `${own} × ${formatNumber(first.quantity, locale)}`;
};
