import { pointAmount } from '../../../machines/order/order.purchase.ts';
import type { OrderRecord, OrderTicket } from '../../../machines/order/order.types.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import { countedTitle } from '../../i18n/item-text.ts';
import { deliveredTitle, titleWithSum } from './order-contents.ts';

type Line = OrderRecord['contents'][number];

/** What the order delivers of its item. The line of its bonus adds the rate: "Gems (+15%)". "Gems Box" is another item. */
const deliveredOf = (first: Line, more: readonly Line[]): number =>
  more
    .filter(({ title }) => title.startsWith(`${first.title} (+`))
    .reduce((sum, { quantity }) => sum + quantity, first.quantity);

/** The title of an order from the choices of this browser, or from its record; null before both are known. */
export const orderTitle = (
  { ticket, record }: { readonly ticket: OrderTicket; readonly record: OrderRecord | null },
  locale: string,
): string | null => {
  const item = ticket.choices?.item;
  return item ? deliveredTitle(item, locale) : record && recordTitle(record, locale);
};

/**
 * The title of an order in the language of the page: the name of the item as in the shop, with everything that it delivers. An API may
 * translate only the contents, with the item itself first. A recording of an earlier build has no `itemTitles`.
 */
export const recordTitle = (record: OrderRecord, locale: string): string => {
  const { itemName, itemTitles = {}, contents, credit } = record;
  if (credit) return formatEPoints(credit.basic + credit.present, locale);
  const [first, ...more] = contents;
  const title = itemTitles[locale];
  if (!first) return title || itemName;
  const delivered = deliveredOf(first, more);
  const own = first.titles[locale];
  if (!title && own && own !== first.title) return delivered === 1 ? own : countedTitle(own, delivered, locale);
  const name = title || itemName;
  return (delivered > first.quantity && titleWithSum(name, first.quantity, delivered, locale)) || name;
};

export const orderPrice = (record: OrderRecord, locale: string): string => {
  const points = pointAmount(record);
  return points === null ? formatUsd(record.paidAmount.minor, locale) : formatEPoints(points, locale);
};
