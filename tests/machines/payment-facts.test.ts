import { describe, expect, test } from 'vitest';
import type { OrderRecord } from '../../machines/order/order.types.ts';
import { initialContext, mergeObservation } from '../../machines/payment/payment.model.ts';
import type { PaymentInput } from '../../machines/payment/payment.types.ts';
import { CREATED_AT, choices, recordOf, ticket } from '../support/orders.ts';

const plain: OrderRecord = recordOf('paid', { orderType: null, recipient: null, itemId: null, channelCode: null });

const learned = (more: Partial<PaymentInput['ticket']>, record: OrderRecord = plain) => {
  const context = initialContext({
    ticket: { ...ticket, ...more },
    mode: 'created',
    shown: true,
    windowRef: null,
    record: null,
  });
  return mergeObservation(context, { record, observedAt: CREATED_AT + 1_000 }, 'server').changes.record;
};

describe('a record without an order type', () => {
  test('D24 ORDR-07 · takes type and recipient from the order made in this browser', () => {
    expect(learned({})).toEqual({ ...plain, orderType: 'game', recipient: choices.recipient });
    expect(learned({ kind: 'epoint', payment: { kind: 'points', amount: 99 } })).toMatchObject({
      orderType: 'game',
      recipient: choices.recipient,
    });
    const purchase = { kind: 'epoint', choices: { ...choices, recipient: null } } as const;
    expect(learned(purchase)).toEqual({ ...plain, orderType: 'epoint' });
  });

  test('D24 ORDR-07 · keeps the type unknown for an order of another browser, and keeps a type that the record names', () => {
    expect(learned({ choices: null })).toBe(plain);
    const named = recordOf('paid', { orderType: 'epoint', recipient: null });
    expect(learned({}, named)).toBe(named);
  });
});
