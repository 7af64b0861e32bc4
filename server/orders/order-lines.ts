import { DEFAULT_LOCALE, isLocale } from '../../src/contract/locales.ts';
import type { goods } from '../db/schema.ts';

export type OrderLineRow = { name: string; names: Record<string, string>; quantity: number };

type Row = typeof goods.$inferSelect;
type Goods = Pick<Row, 'name' | 'names' | 'quantity' | 'rebatePercent' | 'gift'> & Partial<Pick<Row, 'unit'>>;

/** The rate as the language writes it: "Gems (+15%)", "Juwelen (+15\u00a0%)". */
const marked = (text: string, percent: number, tag: string): string => {
  const format = { style: 'percent', signDisplay: 'always' } as const;
  const rate = new Intl.NumberFormat(isLocale(tag) ? tag : DEFAULT_LOCALE, format).format(percent / 100);
  return `${text} (${rate})`;
};

/** Order lines, one per delivery: the goods, the rebate's extra (whole pieces), the gift. */
export const orderLines = ({ quantity, rebatePercent, gift, unit, ...title }: Goods): OrderLineRow[] => {
  const { name, names } = unit ?? title;
  const extra = quantity === null || rebatePercent === null ? 0 : Math.trunc((quantity * rebatePercent) / 100);
  const rebate = rebatePercent !== null &&
    extra > 0 && {
      name: marked(name, rebatePercent, DEFAULT_LOCALE),
      names: Object.fromEntries(Object.entries(names).map(([tag, text]) => [tag, marked(text, rebatePercent, tag)])),
      quantity: extra,
    };
  return [{ name, names, quantity: quantity ?? 1 }, ...(rebate ? [rebate] : []), ...(gift ? [gift] : [])];
};
