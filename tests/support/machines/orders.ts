import * as v from 'valibot';
import type { LedgerEntry, ListQuery, ListResult } from '../../../machines/lists/list.types.ts';
import { orderRecord, orderTicket } from '../../../machines/order/order.schema.ts';
import { ANY_STATUS, type OrderStatus, toRecordStatus } from '../../../machines/order/order.status.ts';
import type { Choices, OrderObservation, OrderRecord, OrderTicket } from '../../../machines/order/order.types.ts';

/** Server time (epoch ms) at which the orders of tests are created. */
export const CREATED_AT = 1_700_000_000_000;

export const choices: Choices = {
  recipient: { serverId: 's1', serverName: 'Eos', roleId: 'r7', roleName: 'Ada' },
  item: {
    itemId: 'g60',
    packageId: 'p1',
    title: '60 gems',
    titles: {},
    price: { minor: 99, currency: 'USD' },
    epointPrice: 99,
    rebatePercent: null,
    gift: null,
    quantity: 60,
    credit: null,
    art: null,
  },
  channel: { fieldKey: 'card', title: 'Card', isOpen: true, priority: 1 },
};

/** The schemas fill in a field that has a default. */
export const ticket: OrderTicket = v.parse(orderTicket, {
  kind: 'order',
  orderId: 'o-1',
  payment: { kind: 'redirect', payUrl: 'https://pay.example/c/o-1' },
  createdAt: CREATED_AT,
  choices,
});

export const recordOf = (status: OrderStatus, more: Partial<OrderRecord> = {}): OrderRecord =>
  v.parse(orderRecord, {
    paymentId: ticket.orderId,
    itemName: '60 gems',
    itemTitles: {},
    paymentCreateTime: CREATED_AT,
    paidAmount: { minor: 99, currency: 'USD' },
    currency: 'USD',
    paymentMethod: 'Card',
    orderStatus: toRecordStatus(status),
    status,
    isStatusUnknown: false,
    gameName: 'Aurora',
    recipient: choices.recipient,
    uid: 'u-1',
    itemId: 'g60',
    channelCode: 'card',
    contents: [],
    orderType: 'game',
    credit: null,
    payment: status === 'pending' ? ticket.payment : { kind: 'redirect', payUrl: null },
    timeline: [],
    ...more,
  });

/** `after`: milliseconds since creation. */
export const observed = (status: OrderStatus, after: number): OrderObservation => ({
  record: recordOf(status),
  observedAt: CREATED_AT + after,
});

export const orderQuery = {
  kind: 'orders',
  status: ANY_STATUS,
  orderId: '',
  begin: '',
  end: '',
} as const satisfies ListQuery;

export const ledgerQuery = { kind: 'ledger', flow: 'all', begin: '', end: '' } as const satisfies ListQuery;

const orderRows = (count: number, from: number): readonly OrderRecord[] =>
  Array.from({ length: count }, (_, at) => recordOf('delivered', { paymentId: `o-${from + at}` }));

/** The orders `from`, `from + 1`, … `total`: rows of all pages, null for an API without it. */
export const ordersAnswer = (
  count: number,
  total: number | null = null,
  { from = 1, unread = [] }: { readonly from?: number; readonly unread?: ListResult['unread'] } = {},
): ListResult => ({
  content: { kind: 'orders', rows: orderRows(count, from) },
  unread,
  total,
});

export const entryOf = (entryId: string, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  entryId,
  at: CREATED_AT,
  flow: 'income',
  reason: 'purchase',
  change: { basic: 100, present: 10 },
  total: 110,
  balance: { basic: 100, present: 10 },
  paymentId: null,
  item: null,
  order: null,
  ...more,
});
