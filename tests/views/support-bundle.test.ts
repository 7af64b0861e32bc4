import { expect, test } from 'vitest';
import { ORDER_STATUS_CODE, ORDER_STATUSES } from '../../machines/order/order.status.ts';
import type { OrderRecord, OrderTicket } from '../../machines/order/order.types.ts';
import { supportLines } from '../../src/views/app/breadcrumb-text.ts';
import { supportBundle } from '../../src/views/order/support-button.view.tsx';
import { ticket as anyTicket, choices, recordOf } from '../support/machines/orders.ts';

const CREATED = Date.UTC(2026, 10, 21, 7, 5, 9);

const record = recordOf('delivered', {
  paymentId: 'SX1001',
  itemName: '60 Gems',
  paymentCreateTime: CREATED,
  paidAmount: { minor: 499, currency: 'USD' },
  paymentMethod: 'Card',
  gameName: 'Skyhold',
  recipient: { serverId: 's1', serverName: 'Aurora', roleId: '80012345', roleName: 'Lumi' },
  itemId: 'g1',
  channelCode: 'card',
  timeline: [
    { status: 'pending', at: CREATED },
    { status: 'paid', at: CREATED + 61_000 },
    { status: 'delivered', at: CREATED + 64_000 },
  ],
});

const ticket: OrderTicket = {
  ...anyTicket,
  orderId: 'SX1002',
  payment: { kind: 'redirect', payUrl: 'https://pay.example/SX1002?secret=1' },
  createdAt: CREATED,
  choices: {
    recipient: { serverId: 's2', serverName: 'Borealis', roleId: '7', roleName: 'Ada\nStatus: 4' },
    item: { ...choices.item, title: 'Pass', price: { minor: 1005, currency: 'USD' } },
    channel: { ...choices.channel, title: 'Wallet' },
  },
};

const bundleOf = (from: OrderTicket | null, of: OrderRecord | null): string =>
  supportBundle(
    from,
    of,
    supportLines({
      serverNow: () => CREATED + 90_000,
      appVersion: '0.1.0',
      readBreadcrumbs: () => ({ entries: [], total: 0 }),
    }),
  );

test('the support bundle names order, role, server, UTC times, channel, timeline and version (RCHG-22)', () => {
  expect(bundleOf(null, record)).toBe(
    [
      'Order: SX1001',
      'Character: Lumi (80012345)',
      'Server: Aurora (s1)',
      'Item: 60 Gems',
      'Amount: 4.99 USD',
      'Channel: Card',
      'Created (UTC): 2026-11-21T07:05:09.000Z',
      'Status: 4 delivered',
      'Timeline (UTC):',
      '  2026-11-21T07:05:09.000Z 1 pending',
      '  2026-11-21T07:06:10.000Z 2 paid',
      '  2026-11-21T07:06:13.000Z 4 delivered',
      'Copied (UTC): 2026-11-21T07:06:39.000Z',
      'App version: 0.1.0',
      'Breadcrumbs 1 (0 of 0)',
    ].join('\n'),
  );
});

test('the ticket is used before the first response; a role name cannot forge a line; pay_url is not included (RCHG-22, C53)', () => {
  expect(bundleOf(ticket, null)).toBe(
    [
      'Order: SX1002',
      'Character: Ada Status: 4 (7)',
      'Server: Borealis (s2)',
      'Item: Pass',
      'Amount: 10.05 USD',
      'Channel: Wallet',
      'Created (UTC): 2026-11-21T07:05:09.000Z',
      'Status: -',
      'Timeline (UTC): -',
      'Copied (UTC): 2026-11-21T07:06:39.000Z',
      'App version: 0.1.0',
      'Breadcrumbs 1 (0 of 0)',
    ].join('\n'),
  );
});

test.each(ORDER_STATUSES)('status %s is in the bundle by its raw code and name (RCHG-22)', (status) => {
  expect(bundleOf(null, { ...record, status, timeline: [] })).toContain(
    `\nStatus: ${ORDER_STATUS_CODE[status]} ${status}\n`,
  );
});
