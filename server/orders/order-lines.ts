import type { goods } from '../db/schema.ts';

export type OrderLineRow = { name: string; names: Record<string, string>; quantity: number };

type Row = typeof goods.$inferSelect;
type Goods = Pick<Row, 'name' | 'names' | 'quantity' | 'rebatePercent' | 'gift'> & Partial<Pick<Row, 'unit'>>;

const marked = (text: string, percent: number): string => `${text} (+${percent}%)`;

/** Order lines, one per delivery: the goods, the rebate's extra (whole pieces), the gift. */
export const orderLines = ({ quantity, rebatePercent, gift, unit, ...title }: Goods): OrderLineRow[] => {
  const { name, names } = unit ?? title;
  const extra = quantity === null || rebatePercent === null ? 0 : Math.trunc((quantity * rebatePercent) / 100);
  const rebate = rebatePercent !== null &&
    extra > 0 && {
      name: marked(name, rebatePercent),
      names: Object.fromEntries(Object.entries(names).map(([tag, text]) => [tag, marked(text, rebatePercent)])),
      quantity: extra,
    };
  return [{ name, names, quantity: quantity ?? 1 }, ...(rebate ? [rebate] : []), ...(gift ? [gift] : [])];
};
