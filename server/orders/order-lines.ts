import type { goods } from '../db/schema.ts';

export type OrderLineRow = { name: string; names: Record<string, string>; quantity: number };

type Goods = Pick<typeof goods.$inferSelect, 'name' | 'names' | 'quantity' | 'rebatePercent' | 'gift'>;

const marked = (text: string, percent: number): string => `${text} +${percent}%`;

/** What an order of these goods delivers, one line a delivery: the goods, the extra of a rebate (whole pieces), the gift. */
export const orderLines = ({ name, names, quantity, rebatePercent, gift }: Goods): OrderLineRow[] => {
  const extra = quantity === null || rebatePercent === null ? 0 : Math.trunc((quantity * rebatePercent) / 100);
  const rebate = rebatePercent !== null &&
    extra > 0 && {
      name: marked(name, rebatePercent),
      names: Object.fromEntries(Object.entries(names).map(([tag, text]) => [tag, marked(text, rebatePercent)])),
      quantity: extra,
    };
  return [{ name, names, quantity: quantity ?? 1 }, ...(rebate ? [rebate] : []), ...(gift ? [gift] : [])];
};
