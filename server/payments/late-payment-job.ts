import type { NewJob } from '../outbox/outbox.ts';

export const FIRST_CHECK_MS = 60_000;

export const latePaymentSubject = (orderId: string): string => `unpaid:${orderId}`;

/**
 * Checks an order that ended unpaid for a week, in case a payment arrives and its notification is lost. The first check also closes an open
 * session at the provider; after expiry it is due immediately.
 */
export const latePaymentCheck = (
  { orderId, traceId }: { readonly orderId: string; readonly traceId: string | null },
  at: Date,
  dueAt = new Date(at.getTime() + FIRST_CHECK_MS),
): NewJob => ({
  kind: 'check-late-payment',
  subject: latePaymentSubject(orderId),
  payload: { orderId },
  traceId,
  dueAt,
});
