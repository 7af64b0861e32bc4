import type { PaymentProvider, PaymentReport } from '../../../server/ports/payment-provider.ts';

/** A provider whose sessions stay unpaid and whose notifications are all forged. */
export const aProvider = (changes: Partial<PaymentProvider> = {}): PaymentProvider => ({
  createSession: async ({ orderId }) => ({
    reference: orderId,
    payment: { kind: 'redirect', payUrl: `https://pay.example/${orderId}` },
  }),
  verify: () => ({ ok: false, why: 'shape' }),
  query: async (orderId) => ({ orderId, state: 'open', captures: [], refunded: [] }),
  close: async (orderId) => ({ orderId, state: 'closed', captures: [], refunded: [] }),
  refund: async () => undefined,
  ...changes,
});

/** A report of an order for 4.99 that was paid once. */
export const aReport = (orderId: string, changes: Partial<PaymentReport> = {}): PaymentReport => ({
  orderId,
  state: 'paid',
  captures: [{ captureId: `c-${orderId}`, amountMinor: 499, currency: 'USD' }],
  refunded: [],
  ...changes,
});
