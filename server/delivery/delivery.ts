import { and, eq, isNull, or } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import { deliveryLines, type Order, outbox } from '../db/schema.ts';
import { refundPoints } from '../ledger/point-payment.ts';
import { creditPurchase } from '../ledger/point-purchase.ts';
import { readLineCounts, reportDeliveredItems } from '../orders/delivered-lines.ts';
import { readFundingCapture } from '../orders/funding-capture.ts';
import { lockOrder, moveOrder, readOrder } from '../orders/order-moves.ts';
import { enqueue, finishJob, type Job } from '../outbox/outbox.ts';
import type { DeliveryLine, DeliveryOutcome, GameServer } from '../ports/game-server.ts';
import { checkpoint } from '../runtime/checkpoint.ts';
import type { AppContext } from '../runtime/context.ts';
import { storableText } from '../runtime/storable-json.ts';
import { withTimeout } from '../runtime/timeout.ts';

/** Orders that are not delivered within this time are refunded. */
const DELIVERY_DEADLINE_MS = 72 * 3_600_000;

/** `subject`: the order id. */
type DeliveryJob = Pick<Job, 'id' | 'subject' | 'createdAt'>;

/** One attempt to send a line. `isRepeated`: the game did not respond to an earlier one, so it may have the line. */
type LineAttempt = { readonly line: number; readonly sentAt: Date; readonly isRepeated: boolean };

/** `delivered`: the game already has the line. `stopped`: the order is or will be refunded, or its delivery has ended. */
type Claim =
  | { readonly kind: 'send'; readonly attempt: LineAttempt }
  | { readonly kind: 'delivered' }
  | { readonly kind: 'stopped' };

/** Whether the job is unfinished and no refund of the payment is queued or finished. The caller has locked the order. */
const mayDeliver = async (tx: Tx, job: DeliveryJob, order: Order): Promise<boolean> => {
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
const claimLine = ({ db, clock }: AppContext, job: DeliveryJob, order: Order, line: number): Promise<Claim> =>
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
const refuseLine = async (tx: Tx, orderId: string, attempt: LineAttempt, at: Date): Promise<void> => {
  const { line, sentAt, isRepeated } = attempt;
  if (isRepeated) return;
  await tx
    .update(deliveryLines)
    .set({ refusedAt: at })
    .where(and(eq(deliveryLines.orderId, orderId), eq(deliveryLines.line, line), eq(deliveryLines.sentAt, sentAt)));
};

/** Records that the game has a line. Reports it to the operator if the order was refunded while the line was in flight. */
const confirmLine = async (
  { db, clock, log, metrics }: AppContext,
  { orderId, traceId }: Order,
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
  log.error({ orderId, traceId, line }, 'the game confirmed a line after its order was refunded');
};

const send = async (
  { clock, metrics }: AppContext,
  gameServer: GameServer,
  deliveryLine: DeliveryLine,
  traceId: string | null,
): Promise<DeliveryOutcome> => {
  const since = performance.now();
  let outcome: DeliveryOutcome;
  try {
    outcome = await withTimeout(gameServer.deliver(deliveryLine, clock.now(), traceId), 'the game server');
  } catch (error) {
    outcome = { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) };
  }
  metrics.countCall('game server', outcome.kind !== 'unavailable', (performance.now() - since) / 1_000);
  return outcome.kind === 'delivered' ? outcome : { ...outcome, reason: storableText(outcome.reason) };
};

/** `stopped`: as in a claim. `attempt`: the one that the game did not accept. */
type DeliveryResult =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'stopped' }
  | (Exclude<DeliveryOutcome, { readonly kind: 'delivered' }> & { readonly attempt: LineAttempt });

/** Sends the lines one by one. A line without a response is sent again; the game ignores duplicates. */
const deliverLines = async (
  context: AppContext,
  gameServer: GameServer,
  order: Order,
  job: DeliveryJob,
): Promise<DeliveryResult> => {
  const { orderId, contents, gameId, serverId, roleId, uid, goodsId, traceId } = order;
  for (const [line, { name, quantity }] of contents.entries()) {
    const claim = await claimLine(context, job, order, line);
    if (claim.kind === 'stopped') return claim;
    if (claim.kind === 'delivered') continue;
    checkpoint('line.claimed');
    const deliveryLine = { orderId, line, gameId, serverId, roleId, uid, goodsId, name, quantity };
    const outcome = await send(context, gameServer, deliveryLine, traceId);
    if (outcome.kind !== 'delivered') return { ...outcome, attempt: claim.attempt };
    checkpoint('line.delivered');
    await confirmLine(context, order, line);
  }
  return { kind: 'delivered' };
};

/** Refunds the order unless its status has changed. Rejects if another worker has delivered every line: the next attempt finishes it. */
const refundInstead = async (
  context: AppContext,
  job: DeliveryJob,
  order: Order,
  why: string,
  refused: LineAttempt | null,
): Promise<void> => {
  const { db, clock } = context;
  const { orderId } = order;
  const isRefunded = await db.transaction(async (tx): Promise<boolean> => {
    const status = await lockOrder(tx, orderId);
    const at = clock.now();
    if (refused) await refuseLine(tx, orderId, refused, at);
    if (status !== 'paid') {
      await finishJob(tx, job.id, at, 'not to be delivered');
      return false;
    }
    const { total, delivered } = await readLineCounts(tx, orderId);
    if (delivered === total) throw new Error('another worker has delivered every line');
    if (order.epoints !== null) {
      const moved = await refundPoints(tx, order, why, at);
      await finishJob(tx, job.id, at, why);
      return moved;
    }
    const captureId = await readFundingCapture(tx, order);
    if (captureId === null) throw new Error(`order ${orderId} is paid without a capture`);
    const { traceId } = order;
    await enqueue(tx, [{ kind: 'refund', subject: captureId, payload: { orderId }, traceId, dueAt: at }], at);
    await finishJob(tx, job.id, at, why);
    return false;
  });
  if (!isRefunded) return;
  context.metrics.count('orders_refunded');
  await reportDeliveredItems(context, orderId);
};

/** The job was created in the transaction that moved the order to paid. */
const countDelivery = ({ clock, metrics }: AppContext, { createdAt }: DeliveryJob): void => {
  metrics.count('orders_delivered');
  metrics.observeDelivery(Math.max(0, clock.now().getTime() - createdAt.getTime()) / 1_000);
};

const credit = async (context: AppContext, job: DeliveryJob, order: Order): Promise<void> => {
  const { db, clock } = context;
  const { orderId } = order;
  const at = clock.now();
  const moved = await db.transaction(async (tx) => {
    const isFirst = await moveOrder(tx, { orderId, from: 'paid', to: 'delivered', reason: 'E Points credited', at });
    if (isFirst) await creditPurchase(tx, order, at);
    await finishJob(tx, job.id, at);
    return isFirst;
  });
  checkpoint('points.credited');
  if (moved) countDelivery(context, job);
};

/** An order whose refund is queued stays paid until the provider reports the refund, which then counts the lines that the game has. */
const finishDelivery = async (context: AppContext, job: DeliveryJob, order: Order): Promise<void> => {
  const { db, clock } = context;
  const { orderId } = order;
  const moved = await db.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const at = clock.now();
    const move = { orderId, from: 'paid', to: 'delivered', reason: 'every line delivered', at } as const;
    const isFirst = (await mayDeliver(tx, job, order)) && (await moveOrder(tx, move));
    await finishJob(tx, job.id, at, isFirst ? null : 'the order moved while its last line was in flight');
    return isFirst;
  });
  checkpoint('delivery.committed');
  if (moved) countDelivery(context, job);
};

/** Delivers a paid order to its game, line by line. Rejects if the delivery must be retried. Refunds what cannot be delivered. */
export const deliverOrder = async (context: AppContext, gameServer: GameServer, job: DeliveryJob): Promise<void> => {
  const { db, clock, log } = context;
  const orderId = job.subject;
  const at = clock.now();
  const order = await readOrder(db, orderId);
  if (order?.status !== 'paid') return finishJob(db, job.id, at, 'not to be delivered');
  if (order.orderType === 'epoint') return credit(context, job, order);
  const delivered = await deliverLines(context, gameServer, order, job);
  if (delivered.kind === 'delivered') {
    checkpoint('delivery.acknowledged');
    return finishDelivery(context, job, order);
  }
  if (delivered.kind === 'stopped')
    return finishJob(db, job.id, clock.now(), 'stopped: the order is or will be refunded, or its delivery had ended');
  const { kind, reason, attempt } = delivered;
  const line = { orderId, traceId: order.traceId, line: attempt.line, reason };
  if (kind === 'refused') {
    log.warn(line, 'the game refused a line; refunding the order');
    return refundInstead(context, job, order, `refused by the game: ${reason}`, attempt);
  }
  if (at.getTime() - job.createdAt.getTime() < DELIVERY_DEADLINE_MS) throw new Error(reason);
  log.error(line, 'the order could not be delivered in time; refunding it');
  return refundInstead(context, job, order, 'not delivered in time', null);
};
