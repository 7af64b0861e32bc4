import * as v from 'valibot';
import { endpoint, type Sample } from './endpoint.ts';
import { orderWebPayChannel } from './order.contract.ts';
import { fields } from './reading.ts';
import * as wire from './wire.ts';

const offered = {
  name: wire.title,
  price: wire.dollars,
  names: wire.texts,
  basic: wire.extra(v.pipe(wire.count, v.minValue(1))),
  present: wire.extra(wire.count),
  art: wire.extra(wire.text),
};

/** The id is `item_id`, or `cp_goods_id` as in an item of a game. Without `basic`, the price determines the points: 100 E Points per dollar. */
const packages = wire.rows(wire.eitherId('item_id', 'cp_goods_id', offered), 'item_id');

const shop = fields({ items: packages, channels: wire.extra(orderWebPayChannel.result) });

const packagesAlone = v.pipe(
  packages,
  v.transform((items) => ({ items, channels: null })),
);

/**
 * The specification shows no field of the result and no call that lists channels without a role: both are ours. `channels` is null for a list
 * alone.
 */
export const eRechargeItems = endpoint({
  id: 'CALL-25',
  path: '/api/e-recharge/items',
  needsSession: true,
  request: v.object({}),
  result: wire.eitherForm(['items', 'channels'], shop, packagesAlone),
});

export const eRechargeItemsSample = {
  about:
    'Lists the packages of E Points, alone or with their payment channels. The id is `item_id` or `cp_goods_id`. A package credits `basic` + `present` + its rebate; without `basic`, 100 E Points per dollar. Without `channels`, the player chooses on the payment page.',
  player: 'The page shows no packages of E Points.',
  names: 'nothing',
  request: {},
  result: {
    items: [
      {
        item_id: 'epoint.500',
        name: '500 E Points',
        names: { 'de-DE': '500 E-Points' },
        price: '4.99',
        basic: 500,
        present: 25,
        art: 'epoint',
      },
    ],
    channels: [{ name: 'Card', channel_code: 'card', is_open: true, priority: 1 }],
  },
  required: ['result.items.*.item_id', 'result.items.*.price', 'result.channels.*.channel_code'],
} satisfies Sample<typeof eRechargeItems>;

export const eRechargeRebateInfo = endpoint({
  id: 'CALL-26',
  path: '/api/e-recharge/rebate/info',
  needsSession: true,
  request: v.object({}),
  result: wire.extraRows(
    fields({
      item_id: wire.id,
      /** `first`: for the first purchase of this package only. */
      kind: v.nullish(v.picklist(['first', 'standing']), 'standing'),
      percent: v.pipe(wire.integer, v.minValue(1), v.maxValue(1_000)),
      /** `percent` of the package's basic points, rounded down by the server. */
      epoints: v.pipe(wire.count, v.minValue(1)),
      /** Seconds; null without an end. */
      ends_ts: v.nullish(wire.seconds, null),
    }),
  ),
});

export const eRechargeRebateInfoSample = {
  about:
    "Lists the bonus points that the caller's next purchase of a package adds. A package without a row has no rebate.",
  player: 'Packages show no bonus.',
  names: 'nothing',
  request: {},
  result: [{ item_id: 'epoint.500', kind: 'first', percent: 50, epoints: 250, ends_ts: 1_790_000_000 }],
  required: ['result.*.item_id', 'result.*.percent', 'result.*.epoints'],
} satisfies Sample<typeof eRechargeRebateInfo>;
