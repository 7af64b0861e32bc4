import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { formatNumber } from '../../i18n/formats.ts';

/**
 * The title of an order in the language of the page: the name of the item, as in the shop. An API may translate only the contents, with
 * the item itself first. A recording of an earlier build has no `itemTitles`.
 */
export const recordTitle = ({ itemName, itemTitles = {}, contents }: OrderRecord, locale: string): string => {
  const title = itemTitles[locale];
  if (title) return title;
  const [first] = contents;
  const own = first?.titles[locale];
  if (!first || !own || own === first.title) return itemName;
  return first.quantity === 1 ? own : `${own} × ${formatNumber(first.quantity, locale)}`;
};
