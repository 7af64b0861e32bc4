import { toEPoints, usd } from '../../machines/kernel/money.ts';
import type { Item } from '../../machines/order/order.types.ts';
import type { eRechargeItems, eRechargeRebateInfo } from '../contract/e-recharge.contract.ts';
import type { ResultOf } from '../contract/endpoint.ts';

type PackageRow = ResultOf<typeof eRechargeItems>['items']['rows'][number];
export type RebateRow = ResultOf<typeof eRechargeRebateInfo>['rows'][number];

/** A package of E Points with the rebate on this player's next purchase of it. `rebates` is null if they are unknown. */
export const toPackage = (row: PackageRow, rebates: readonly RebateRow[] | null): Item => {
  const price = usd(row.price);
  const basic = row.basic ?? toEPoints(price);
  const rebate = rebates?.find(({ item_id }) => item_id === row.item_id) ?? null;
  return {
    itemId: row.item_id,
    packageId: row.item_id,
    title: row.name || row.item_id,
    titles: row.names,
    price,
    epointPrice: toEPoints(price),
    rebatePercent: rebate?.percent ?? null,
    gift: null,
    quantity: basic,
    credit: {
      basic,
      present: row.present ?? 0,
      rebate: rebates && (rebate?.epoints ?? 0),
      isFirst: rebate?.kind === 'first',
    },
    art: row.art,
  };
};
