import { ne } from 'drizzle-orm';
import { eRechargeItems, eRechargeRebateInfo } from '../../src/contract/e-recharge.contract.ts';
import { toDollars } from '../../src/contract/wire.ts';
import { POINTS_PROVIDER } from '../checkout/order-rules.ts';
import { firstPurchases, packagesOnSale, rebateOf } from '../checkout/point-packages.ts';
import { channels } from '../db/schema.ts';
import { secondsOf } from '../orders/order-rows.ts';
import { channelRows } from './channel-rows.ts';
import { route, success } from './route.ts';

export const eRechargeItemsRoute = route(eRechargeItems, async ({ context: { db } }) => {
  const packages = await packagesOnSale(db);
  return success({
    items: packages.map(({ itemId, name, names, priceMinor, basic, present, art }) => ({
      item_id: itemId,
      name,
      names,
      price: toDollars(priceMinor),
      basic,
      present,
      art,
    })),
    channels: await channelRows(db, ne(channels.provider, POINTS_PROVIDER)),
  });
});

export const eRechargeRebateInfoRoute = route(eRechargeRebateInfo, async ({ context: { db }, now }, session) => {
  const had = await firstPurchases(db, session.userId);
  const packages = await packagesOnSale(db);
  return success(
    packages.flatMap((item) => {
      const rebate = rebateOf(item, had.has(item.itemId), now);
      if (!rebate) return [];
      const { kind, percent, points, endsAt } = rebate;
      return [{ item_id: item.itemId, kind, percent, epoints: points, ends_ts: endsAt && secondsOf(endsAt) }];
    }),
  );
});
