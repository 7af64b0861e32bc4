import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { localeTexts } from './order.contract.ts';
import { wireDollars, wireId, wireInteger, wireRows, wireSeconds, wireText } from './wire.ts';

const points = v.pipe(wireInteger, v.minValue(0));

/**
 * Packages of E Points and the ways to pay for them. The specification shows no field of it, and no call that lists channels without
 * a role: both are ours. What arrives for a package is `basic` + `present` + its rebate, if it has one.
 */
export const eRechargeItems = endpoint({
  id: 'CALL-25',
  method: 'POST',
  path: '/api/e-recharge/items',
  reading: 'standard',
  needsSession: true,
  fillsScreen: false,
  request: v.object({}),
  result: v.object({
    items: wireRows(
      v.object({
        item_id: wireId,
        name: wireText,
        names: localeTexts,
        /** Decimal US dollars. */
        price: wireDollars,
        basic: v.pipe(points, v.minValue(1)),
        present: v.nullish(points, 0),
        art: v.nullish(wireText, null),
      }),
    ),
    channels: v.nullish(
      wireRows(
        v.object({
          name: wireText,
          channel_code: wireId,
          is_open: v.nullish(v.boolean(), true),
          priority: v.nullish(wireInteger, 0),
        }),
      ),
      [],
    ),
  }),
});

/** What the caller's next purchase of a package earns on top, as bonus points. A package without a row earns nothing more. */
export const eRechargeRebateInfo = endpoint({
  id: 'CALL-26',
  method: 'POST',
  path: '/api/e-recharge/rebate/info',
  reading: 'standard',
  needsSession: true,
  fillsScreen: false,
  request: v.object({}),
  result: wireRows(
    v.object({
      item_id: wireId,
      /** `first`: for the first purchase of this package only. */
      kind: v.nullish(v.picklist(['first', 'standing']), 'standing'),
      percent: v.pipe(wireInteger, v.minValue(1), v.maxValue(1_000)),
      /** `percent` of the package's basic points, rounded down by the server. */
      epoints: v.pipe(points, v.minValue(1)),
      /** Seconds; null: no end is set. */
      ends_ts: v.nullish(wireSeconds, null),
    }),
  ),
});
