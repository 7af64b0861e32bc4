import { creditSum, pointAmount } from '../../../machines/order/order.purchase.ts';
import type { Item, OrderRecord, OrderTicket } from '../../../machines/order/order.types.ts';
import { formatEPoints, formatNumber, formatUsd } from '../../i18n/formats.ts';
import { countedTitle, itemTitle } from '../../i18n/item-text.ts';

const NUMBERS = /\d(?:[\d.,\u00a0\u202f' ]*\d)?/g;

/** The title with `sum` instead of the quantity: "3,772 Gems" for "3,280 Gems". null: the quantity is not the only number in it. */
export const titleWithSum = (title: string, quantity: number, sum: number, locale: string): string | null => {
  const [number, ...others] = title.match(NUMBERS) ?? [];
  if (number === undefined || others.length > 0 || Number(number.replace(/\D/g, '')) !== quantity) return null;
  return sum === quantity ? title : title.replace(number, formatNumber(sum, locale));
};

/**
 * What an item delivers, in units of the game's currency; null where the catalog has no number. `sum`: quantity and bonus. A rebate adds
 * whole units, never rounded up.
 */
export const contentsOf = ({ quantity, rebatePercent }: Item) => {
  const bonus = quantity === null || rebatePercent === null ? null : Math.trunc((quantity * rebatePercent) / 100);
  return { bonus, sum: quantity === null ? null : quantity + (bonus ?? 0) };
};

/** The name of an item with everything that it delivers: "3,772 Star Gems" for 3,280 and a bonus of 492. A package is its E Points. */
export const deliveredTitle = (item: Item, locale: string): string => {
  if (item.credit) return formatEPoints(creditSum(item.credit), locale);
  const title = itemTitle(item, locale);
  const { quantity } = item;
  const { sum } = contentsOf(item);
  return (quantity !== null && sum !== null && titleWithSum(title, quantity, sum, locale)) || title;
};

/** On one line: "3,280 + 492". */
export const addition = (base: number, bonus: number, locale: string): string =>
  `${formatNumber(base, locale)} + ${formatNumber(bonus, locale)}`.replaceAll(' ', '\u00a0');

/** Quantity and bonus of an item. null: there is no bonus. */
export const partsText = (item: Item, locale: string): string | null => {
  const { bonus } = contentsOf(item);
  return item.quantity === null || !bonus ? null : addition(item.quantity, bonus, locale);
};

/** Whole percent with a plus, in the locale's format: "+10%", "+10 %". */
export const percentText = (percent: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'always' }).format(percent / 100);

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
