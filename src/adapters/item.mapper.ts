import { toEPoints, usd } from '../../machines/kernel/money.ts';
import type { Channel, Item } from '../../machines/order/order.types.ts';
import type { eRechargeItems, eRechargeRebateInfo } from '../contract/e-recharge.contract.ts';
import type { ResultOf } from '../contract/endpoint.ts';
import type { orderWebPayChannel, orderWebProduct } from '../contract/order.contract.ts';

type ItemRow = ResultOf<typeof orderWebProduct>['rows'][number];
type PackageRow = ResultOf<typeof eRechargeItems>['items']['rows'][number];
type ChannelRow = ResultOf<typeof orderWebPayChannel>['rows'][number];
export type RebateRow = ResultOf<typeof eRechargeRebateInfo>['rows'][number];

const partsOfBoth = (id: string, { name, names, price: cents, art }: ItemRow | PackageRow) => {
  const price = usd(cents);
  return { itemId: id, packageId: id, title: name || id, titles: names, price, epointPrice: toEPoints(price), art };
};

export const toItem = (row: ItemRow): Item => ({
  ...partsOfBoth(row.cp_goods_id, row),
  rebatePercent: row.rebate_percent,
  gift: row.gift && { title: row.gift.name, titles: row.gift.names, quantity: row.gift.quantity },
  quantity: row.quantity,
  credit: null,
});

/** A package of E Points with the rebate on this player's next purchase of it. `rebates` is null if they are unknown. */
export const toPackage = (row: PackageRow, rebates: readonly RebateRow[] | null): Item => {
  const parts = partsOfBoth(row.item_id, row);
  const basic = row.basic ?? parts.epointPrice;
  const rebate = rebates?.find(({ item_id }) => item_id === row.item_id) ?? null;
  return {
    ...parts,
    rebatePercent: rebate?.percent ?? null,
    gift: null,
    quantity: basic,
    credit: {
      basic,
      present: row.present ?? 0,
      rebate: rebates && (rebate?.epoints ?? 0),
      isFirst: rebate?.kind === 'first',
    },
  };
};

export const toChannel = (row: ChannelRow): Channel => ({
  fieldKey: row.channel_code,
  title: row.name || row.channel_code,
  isOpen: row.is_open,
  priority: row.priority,
  ...(row.art && { art: row.art }),
});
