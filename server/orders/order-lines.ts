import type { goods } from '../db/schema.ts';

export type OrderLineRow = { name: string; names: Record<string, string>; quantity: number };

type Row = typeof goods.$inferSelect;
type Goods = Pick<Row, 'name' | 'names' | 'quantity' | 'rebatePercent' | 'gift'> & Partial<Pick<Row, 'unit'>>;

const marked = (text: string, percent: number): string => `${text} +${percent}%`;

/** What an order of these goods delivers, one line a delivery: the goods, the extra of a rebate (whole pieces), the gift. */
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
