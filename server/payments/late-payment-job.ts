import type { NewJob } from '../outbox/outbox.ts';

export const FIRST_LOOK_MS = 60_000;

export const latePaymentSubject = (orderId: string): string => `unpaid:${orderId}`;

/**
 * An order that ended unpaid is asked about for a week, in case its payment comes and the word of it is lost. The first look also closes
 * the session at the provider if it is still open: at once after expiry.
 */
export const latePaymentCheck = (
  orderId: string,
  at: Date,
  dueAt = new Date(at.getTime() + FIRST_LOOK_MS),
): NewJob => ({
  kind: 'check-late-payment',
  subject: latePaymentSubject(orderId),
  payload: { orderId },
  dueAt,
});
