import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import { type Order, payments } from '../db/schema.ts';
import { type Capture, PRICE_CURRENCY } from '../ports/payment-provider.ts';

/** Whether a capture pays exactly the price of the order. */
export const isPriceOf = (
  { amountMinor }: Pick<Order, 'amountMinor'>,
  capture: Pick<Capture, 'amountMinor' | 'currency'>,
): boolean => capture.amountMinor === amountMinor && capture.currency === PRICE_CURRENCY;

/** Id of the capture that paid the order: the first one of its price. Null if there is none. */
export const readFundingCapture = async (tx: Tx, order: Order): Promise<string | null> => {
  const captures = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, order.orderId), eq(payments.kind, 'capture')))
    .orderBy(asc(payments.paymentId));
  return captures.find((capture) => isPriceOf(order, capture))?.captureId ?? null;
};
