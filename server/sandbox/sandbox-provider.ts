import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { sandboxPayments } from '../db/schema.ts';
import {
  OrderRefusedError,
  type PaymentProvider,
  type PaymentReport,
  type Verdict,
} from '../ports/payment-provider.ts';
import type { AppContext } from '../runtime/context.ts';
import { randomBase32 } from '../runtime/order-id.ts';
import { sandboxEvent } from './sandbox.types.ts';
import { captureIdOf, closeSession, refundSandboxCapture } from './sandbox-payments.ts';
import { forgery } from './sandbox-signature.ts';

type Entry = typeof sandboxPayments.$inferSelect;

const parsed = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return null;
  }
};

const verify = (secret: string, body: Uint8Array, headers: Headers, nowMs: number): Verdict => {
  const why = forgery(secret, body, headers, nowMs);
  if (why) return { ok: false, why };
  const event = v.safeParse(sandboxEvent, parsed(body));
  if (!event.success) return { ok: false, why: 'shape' };
  const { event_id, reference, order_id, amount_minor, currency } = event.output;
  return {
    ok: true,
    body: event.output,
    notice: { eventId: event_id, reference, orderId: order_id, amountMinor: amount_minor, currency },
  };
};

const reportOf = ({ reference, orderId, state, amountMinor, captures, refundedCaptures }: Entry): PaymentReport => ({
  orderId,
  state: state === 'declined' ? 'open' : state === 'refunded' ? 'paid' : state,
  captures: Array.from({ length: captures }, (_, at) => ({
    captureId: captureIdOf(reference, at + 1),
    amountMinor,
    currency: 'USD',
  })),
  refunded: refundedCaptures,
});

/** The sandbox provider: its books are one table, its cashier is a page of this server, its notifications are real HTTP requests. */
export const sandboxProvider = (context: AppContext): PaymentProvider => {
  const { db, config, clock } = context;

  const query = async (reference: string): Promise<PaymentReport> => {
    const [entry] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.reference, reference));
    if (!entry) throw new OrderRefusedError('the sandbox provider has no such payment');
    return reportOf(entry);
  };

  return {
    createSession: async ({ orderId, amountMinor, description }) => {
      await db
        .insert(sandboxPayments)
        .values({
          reference: randomBase32(26),
          orderId,
          amountMinor,
          description,
          state: 'open',
          createdAt: clock.now(),
        })
        .onConflictDoNothing();
      const [entry] = await db
        .select({ reference: sandboxPayments.reference })
        .from(sandboxPayments)
        .where(eq(sandboxPayments.orderId, orderId));
      if (!entry) throw new Error('the sandbox provider did not store a payment');
      const payUrl = `${config.publicUrl}/cashier/${entry.reference}`;
      return { reference: entry.reference, payment: { kind: 'redirect', payUrl } };
    },
    verify: (body, headers, nowMs) => verify(config.webhookSecret, body, headers, nowMs),
    query,
    close: async (reference) => {
      await closeSession(context, reference);
      return query(reference);
    },
    refund: (reference, captureId) => refundSandboxCapture(context, reference, captureId),
  };
};
