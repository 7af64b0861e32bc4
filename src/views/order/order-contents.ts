import { creditSum } from '../../../machines/order/order.purchase.ts';
import type { Item } from '../../../machines/order/order.types.ts';
import { formatEPoints, formatNumber } from '../../i18n/formats.ts';
import { itemTitle } from '../../i18n/item-text.ts';

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
