import * as v from 'valibot';
import type { Job, NewJob } from '../outbox/outbox.ts';

export const FIRST_LOOK_MS = 60_000;

const payload = v.object({ orderId: v.string() });

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
  kind: 'sync',
  subject: latePaymentSubject(orderId),
  payload: { orderId },
  dueAt,
});

/** The order of a watch; null for a notification, the other reason to ask. */
export const latePaymentOrder = (job: Job): string | null => {
  const read = v.safeParse(payload, job.payload);
  return read.success ? read.output.orderId : null;
};
