import { and, eq, isNull, or } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import { deliveryLines, type Order, orders, outbox } from '../db/schema.ts';
import { readFundingCapture } from '../orders/funding-capture.ts';
import { lockOrder } from '../orders/order-moves.ts';
import type { Job } from '../outbox/outbox.ts';
import type { AppContext } from '../runtime/context.ts';

/** `subject`: the order id. */
export type DeliveryJob = Pick<Job, 'id' | 'subject' | 'createdAt'>;

/** One attempt to send a line. `isRepeated`: the game did not respond to an earlier one, so it may have the line. */
export type LineAttempt = { readonly line: number; readonly sentAt: Date; readonly isRepeated: boolean };

/**
 * `send`: this worker sends the line. `delivered`: the game already has it. `stopped`: the order is or will be refunded, or its delivery
 * has ended.
 */
type Claim =
  | { readonly kind: 'send'; readonly attempt: LineAttempt }
  | { readonly kind: 'delivered' }
  | { readonly kind: 'stopped' };

/**
 * Whether the job is unfinished and no refund of the payment is queued. A finished refund counts too: the provider has accepted it. The
 * caller has locked the order.
 */
export const mayDeliver = async (tx: Tx, job: DeliveryJob, order: Order): Promise<boolean> => {
  const captureId = await readFundingCapture(tx, order);
  const jobs = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      or(
        and(eq(outbox.id, job.id), isNull(outbox.doneAt)),
        captureId === null ? undefined : and(eq(outbox.kind, 'refund'), eq(outbox.subject, captureId)),
      ),
    );
  return jobs.length > 0 && jobs.every(({ id }) => id === job.id);
};

/**
 * Decides with the order locked whether a line may be sent, and records the attempt. A refund takes the same lock: it runs either before
 * this and stops the line, or after it and counts the line as handed over.
 */
export const claimLine = ({ db, clock }: AppContext, job: DeliveryJob, order: Order, line: number): Promise<Claim> =>
  db.transaction(async (tx): Promise<Claim> => {
    const { orderId } = order;
    if ((await lockOrder(tx, orderId)) !== 'paid') return { kind: 'stopped' };
    if (!(await mayDeliver(tx, job, order))) return { kind: 'stopped' };
    const [known] = await tx
      .select({ deliveredAt: deliveryLines.deliveredAt, refusedAt: deliveryLines.refusedAt })
      .from(deliveryLines)
      .where(and(eq(deliveryLines.orderId, orderId), eq(deliveryLines.line, line)));
    if (known?.deliveredAt) return { kind: 'delivered' };
    const sentAt = clock.now();
    await tx
      .insert(deliveryLines)
      .values({ orderId, line, sentAt })
      .onConflictDoUpdate({ target: [deliveryLines.orderId, deliveryLines.line], set: { sentAt, refusedAt: null } });
    return { kind: 'send', attempt: { line, sentAt, isRepeated: known !== undefined && known.refusedAt === null } };
  });

/**
 * Records that the game refused a line, so that a refund does not count it as unconfirmed. The line stays unconfirmed if the
 * game did not respond to another attempt: it may check the role or a limit before it looks for a line that it already has. The caller has
 * locked the order.
 */
export const refuseLine = async (tx: Tx, orderId: string, attempt: LineAttempt, at: Date): Promise<void> => {
  const { line, sentAt, isRepeated } = attempt;
  if (isRepeated) return;
  await tx
    .update(deliveryLines)
    .set({ refusedAt: at })
    .where(and(eq(deliveryLines.orderId, orderId), eq(deliveryLines.line, line), eq(deliveryLines.sentAt, sentAt)));
};

/** Records that the game has a line. Reports it to the operator if the order was refunded while the line was in flight. */
export const confirmLine = async (
  { db, clock, log, metrics }: AppContext,
  orderId: string,
  line: number,
): Promise<void> => {
  const status = await db.transaction(async (tx) => {
    const locked = await lockOrder(tx, orderId);
    await tx
      .update(deliveryLines)
      .set({ deliveredAt: clock.now() })
      .where(and(eq(deliveryLines.orderId, orderId), eq(deliveryLines.line, line), isNull(deliveryLines.deliveredAt)));
    return locked;
  });
  if (status !== 'refunded') return;
  metrics.count('lines_delivered_after_refund');
  const [order] = await db.select({ traceId: orders.traceId }).from(orders).where(eq(orders.orderId, orderId));
  log.error({ orderId, traceId: order?.traceId, line }, 'the game confirmed a line after its order was refunded');
};
