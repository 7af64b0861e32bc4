import type { PaymentProvider } from '../../../server/ports/payment-provider.ts';

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
