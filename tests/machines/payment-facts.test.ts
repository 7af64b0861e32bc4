import { describe, expect, test } from 'vitest';
import type { OrderRecord } from '../../machines/order/order.types.ts';
import { foundPageEvent, initialContext, mergeObservation } from '../../machines/payment/payment.model.ts';
import type { PaymentInput } from '../../machines/payment/payment.types.ts';
import { CREATED_AT, choices, recordOf, ticket } from '../support/machines/orders.ts';

const plain: OrderRecord = recordOf('paid', { orderType: null, recipient: null, itemId: null, channelCode: null });

const contextOf = (more: Partial<PaymentInput['ticket']> = {}) =>
  initialContext({
    ticket: { ...ticket, ...more },
    mode: 'created',
    shown: true,
    windowRef: null,
    record: null,
  });

const learned = (more: Partial<PaymentInput['ticket']>, record: OrderRecord = plain) => {
  const context = contextOf(more);
  return mergeObservation(context, { record, observedAt: CREATED_AT + 1_000 }, 'server').changes.record;
};

describe('a record without an order type', () => {
  test('takes type and recipient from the order made in this browser (D24, ORDR-07)', () => {
    expect(learned({})).toEqual({ ...plain, orderType: 'game', recipient: choices.recipient });
    expect(learned({ kind: 'epoint', payment: { kind: 'points', amount: 99 } })).toMatchObject({
      orderType: 'game',
      recipient: choices.recipient,
    });
    const purchase = { kind: 'epoint', choices: { ...choices, recipient: null } } as const;
    expect(learned(purchase)).toEqual({ ...plain, orderType: 'epoint' });
  });

  test('keeps the type unknown for an order of another browser, and keeps a type that the record names (D24, ORDR-07)', () => {
    expect(learned({ choices: null })).toBe(plain);
    const named = recordOf('paid', { orderType: 'epoint', recipient: null });
    expect(learned({}, named)).toBe(named);
  });
});

const known = { ...contextOf(), record: recordOf('paid'), observedAt: CREATED_AT + 2_000 };
const record = recordOf('paid', { paymentMethod: 'Cash' });

test.each([
  { what: 'an older one of another tab', from: 'peer', after: 1_999, counts: false },
  { what: 'one of another tab, as old', from: 'peer', after: 2_000, counts: true },
  { what: 'an older one of this tab', from: 'server', after: 1_999, counts: true },
] as const)('an observation with the known status, $what, counts: $counts (C11, C14)', ({ from, after, counts }) => {
  const observation = { record, observedAt: CREATED_AT + after };
  expect(mergeObservation(known, observation, from)).toEqual({
    moved: false,
    changes: counts ? observation : {},
    refused: null,
  });
});

describe('the page of a later read', () => {
  const withoutPage = contextOf({ payment: { kind: 'redirect', payUrl: null } });
  const record = recordOf('pending', { payment: { kind: 'redirect', payUrl: 'https://pay.example/found' } });

  test('is offered for an order without a page only (C38)', () => {
    expect(foundPageEvent(withoutPage, { record })).toEqual({
      type: 'page.found',
      payUrl: 'https://pay.example/found',
    });
    expect(foundPageEvent(contextOf(), { record })).toBeNull();
    expect(foundPageEvent(contextOf({ payment: { kind: 'points', amount: 99 } }), { record })).toBeNull();
  });

  test('is missing from a record without a page, and from an observation that is older (C38)', () => {
    expect(foundPageEvent(withoutPage, { record: { ...record, payment: withoutPage.ticket.payment } })).toBeNull();
    const older = { record, observedAt: withoutPage.observedAt - 1 };
    const { changes } = mergeObservation(withoutPage, older, 'peer');
    expect(changes).toEqual({});
    expect(foundPageEvent(withoutPage, changes)).toBeNull();
  });
});
