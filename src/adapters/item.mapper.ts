import { toEPoints, usd } from '../../machines/kernel/money.ts';
import type { Channel, Item } from '../../machines/order/order.types.ts';
import type { ResultOf } from '../contract/endpoint.ts';
import type { orderWebPayChannel, orderWebProduct } from '../contract/order.contract.ts';

type ItemRow = ResultOf<typeof orderWebProduct>['rows'][number];
type ChannelRow = ResultOf<typeof orderWebPayChannel>['rows'][number];

export const toItem = (row: ItemRow): Item => {
  const price = usd(row.price);
  return {
    itemId: row.cp_goods_id,
    packageId: row.cp_goods_id,
    title: row.name || row.cp_goods_id,
    titles: row.names,
    price,
    epointPrice: toEPoints(price),
    rebatePercent: row.rebate_percent,
    gift: row.gift && { title: row.gift.name, titles: row.gift.names, quantity: row.gift.quantity },
    quantity: row.quantity,
    credit: null,
    art: row.art,
  };
};

export const toChannel = (row: ChannelRow): Channel => ({
  fieldKey: row.channel_code,
  title: row.name || row.channel_code,
  isOpen: row.is_open,
  priority: row.priority,
  ...(row.art && { art: row.art }),
});
