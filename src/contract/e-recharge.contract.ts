import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { localeTexts } from './order.contract.ts';
import { wireDollars, wireExtra, wireExtraRows, wireId, wireInteger, wireRows, wireSeconds, wireText } from './wire.ts';

const points = v.pipe(wireInteger, v.minValue(0));

const priced = { name: wireText, price: wireDollars };

const pointPackage = v.object({
  item_id: wireId,
  ...priced,
  names: localeTexts,
  basic: wireExtra(v.pipe(points, v.minValue(1))),
  present: wireExtra(points),
  art: wireExtra(wireText),
});

/** The fields that the specification gives an item. Without `basic`, the price determines the points: 100 E Points per dollar. */
const plainItem = v.pipe(
  v.object({ cp_goods_id: wireId, ...priced }),
  v.transform(({ cp_goods_id: item_id, ...item }) => ({
    ...item,
    item_id,
    names: {},
    basic: null,
    present: null,
    art: null,
  })),
);

const packages = wireRows(v.union([pointPackage, plainItem]));

const channels = wireRows(
  v.object({
    name: wireText,
    channel_code: wireId,
    is_open: v.fallback(v.nullish(v.boolean(), true), true),
    priority: v.fallback(v.nullish(wireInteger, 0), 0),
  }),
);

/**
 * Packages of E Points and their payment channels, or the packages alone. The specification shows no field of the result and no call
 * that lists channels without a role: both are ours. With `channels` null the player chooses on the payment page. A package credits
 * `basic` + `present` + its rebate. Prices are decimal US dollars.
 */
export const eRechargeItems = endpoint({
  id: 'CALL-25',
  method: 'POST',
  path: '/api/e-recharge/items',
  reading: 'standard',
  needsSession: true,
  fillsScreen: false,
  request: v.object({}),
  result: v.union([
    v.pipe(
      packages,
      v.transform((items) => ({ items, channels: null })),
    ),
    v.object({ items: packages, channels: wireExtra(channels) }),
  ]),
});

/** The bonus points that the caller's next purchase of a package adds. A package without a row has no rebate. */
export const eRechargeRebateInfo = endpoint({
  id: 'CALL-26',
  method: 'POST',
  path: '/api/e-recharge/rebate/info',
  reading: 'standard',
  needsSession: true,
  fillsScreen: false,
  request: v.object({}),
  resultOptional: true,
  result: wireExtraRows(
    v.object({
      item_id: wireId,
      /** `first`: for the first purchase of this package only. */
      kind: v.nullish(v.picklist(['first', 'standing']), 'standing'),
      percent: v.pipe(wireInteger, v.minValue(1), v.maxValue(1_000)),
      /** `percent` of the package's basic points, rounded down by the server. */
      epoints: v.pipe(points, v.minValue(1)),
      /** Seconds; null without an end. */
      ends_ts: v.nullish(wireSeconds, null),
    }),
  ),
});
