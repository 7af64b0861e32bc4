import { inArray } from 'drizzle-orm';
import { orders, payments } from '../db/schema.ts';
import { withTimeout } from '../kernel/timeout.ts';
import type { PaymentContext } from '../payments/registry.ts';
import type { PaymentProvider, PaymentReport } from '../ports/payment-provider.ts';
import type { Finding } from './reconciliation-rules.ts';

/** Concurrent queries per provider. */
const PARALLEL = 5;

type Payment = typeof payments.$inferSelect;

const areSame = (theirs: readonly string[], ours: readonly string[]): boolean =>
  String(theirs.toSorted()) === String(ours.toSorted());

const compare = (orderId: string, report: PaymentReport, known: readonly Payment[]): Finding[] => {
  const ids = (kind: Payment['kind']): string[] =>
    known.filter((row) => row.orderId === orderId && row.kind === kind).map(({ captureId }) => captureId);
  const finding = (what: string): Finding => ({ key: orderId, subject: orderId, what });
  const captures = report.captures.map(({ captureId }) => captureId);
  const refunds = report.refunded.map((captureId) => `refund:${captureId}`);
  return [
    ...(areSame(captures, ids('capture')) ? [] : [finding('the provider reports different captures')]),
    ...(areSame(refunds, ids('refund')) ? [] : [finding('the provider reports different refunds')]),
  ];
};

/** Compares a provider's reports of some orders with our payments. Rejects if it does not respond; the caller retries later. */
export const compareWithProvider = async (
  { context: { db } }: PaymentContext,
  provider: PaymentProvider,
  orderIds: readonly string[],
): Promise<Finding[]> => {
  if (!orderIds.length) return [];
  const wanted = await db
    .select({ orderId: orders.orderId, reference: orders.providerRef })
    .from(orders)
    .where(inArray(orders.orderId, [...orderIds]));
  const findings: Finding[] = [];
  for (let from = 0; from < wanted.length; from += PARALLEL) {
    const part = wanted.slice(from, from + PARALLEL);
    const reports = await Promise.all(
      part.map(({ reference }) => withTimeout(provider.query(reference ?? ''), 'the payment provider')),
    );
    const known = await db
      .select()
      .from(payments)
      .where(
        inArray(
          payments.orderId,
          part.map(({ orderId }) => orderId),
        ),
      );
    for (const [at, { orderId }] of part.entries()) {
      const report = reports[at];
      if (report) findings.push(...compare(orderId, report, known));
    }
  }
  return findings;
};
