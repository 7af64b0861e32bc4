import type { EpointRechargeInput, PointShop } from '../../machines/epoint-recharge/epoint-recharge.types.ts';
import { usd } from '../../machines/kernel/money.ts';
import type { Channel, Item, OrderTicket, Purchase } from '../../machines/order/order.types.ts';
import type { OrderIntent } from '../../machines/wizard/submit-order.machine.ts';
import { CREATED_AT, choices, ticket } from '../support/machines/orders.ts';

export const pack = (itemId: string, minor = 499, rebate: number | null = 250): Item => ({
  ...choices.item,
  itemId,
  packageId: itemId,
  price: usd(minor),
  epointPrice: minor,
  rebatePercent: rebate ? 50 : null,
  quantity: 500,
  credit: { basic: 500, present: 25, rebate, isFirst: true },
});

export const way = (fieldKey: string, isOpen = true): Channel => ({ ...choices.channel, fieldKey, isOpen });

export const SHOP: PointShop = {
  packages: [pack('p1'), pack('p2', 999)],
  channels: [way('card'), way('bank', false)],
  unread: [],
  rebateFailure: null,
};

export const purchase: Purchase = { recipient: null, item: pack('p1'), channel: way('card') };

export const pointIntent = (key = 'k1'): OrderIntent => ({ key, confirmedAt: CREATED_AT, choices: purchase });

export const pointTicket = (orderId = 'o-1'): OrderTicket => ({
  ...ticket,
  kind: 'epoint',
  orderId,
  choices: purchase,
});

export const FRESH: EpointRechargeInput = { draft: null, intent: null, order: null };
export const DRAFTED: EpointRechargeInput = { ...FRESH, draft: { itemId: 'p1', channelCode: 'card' } };
