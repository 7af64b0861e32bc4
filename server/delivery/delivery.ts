import type { Order } from '../db/schema.ts';
import { refundPoints } from '../ledger/point-payment.ts';
import { creditPurchase } from '../ledger/point-purchase.ts';
import { readLineCounts, reportDeliveredItems } from '../orders/delivered-lines.ts';
import { readFundingCapture } from '../orders/funding-capture.ts';
import { lockOrder, moveOrder, readOrder } from '../orders/order-moves.ts';
import { enqueue, finishJob } from '../outbox/outbox.ts';
import type { DeliveryLine, DeliveryOutcome, GameServer } from '../ports/game-server.ts';
import { checkpoint } from '../runtime/checkpoint.ts';
import type { AppContext } from '../runtime/context.ts';
import { storableText } from '../runtime/storable-json.ts';
import { withTimeout } from '../runtime/timeout.ts';
import {
  claimLine,
  confirmLine,
  type DeliveryJob,
  type LineAttempt,
  mayDeliver,
  refuseLine,
} from './delivery-lines.ts';

/** Orders that are not delivered within this time are refunded. */
const DELIVERY_DEADLINE_MS = 72 * 3_600_000;

type Undelivered = Exclude<DeliveryOutcome, { readonly kind: 'delivered' }>;

/**
 * `stopped`: the order was refunded meanwhile or a refund is queued, or another worker ended its delivery. `attempt`: the one that the game
 * did not accept.
 */
type DeliveryResult =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'stopped' }
  | (Undelivered & { readonly attempt: LineAttempt });

const tryToSend = async (
  gameServer: GameServer,
  deliveryLine: DeliveryLine,
  at: Date,
  traceId: string | null,
): Promise<DeliveryOutcome> => {
  try {
    return await withTimeout(gameServer.deliver(deliveryLine, at, traceId), 'the game server');
  } catch (error) {
    return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) };
  }
};

const send = async (
  { clock, metrics }: AppContext,
  gameServer: GameServer,
  deliveryLine: DeliveryLine,
  traceId: string | null,
): Promise<DeliveryOutcome> => {
  const since = performance.now();
  const outcome = await tryToSend(gameServer, deliveryLine, clock.now(), traceId);
  metrics.countCall('game server', outcome.kind !== 'unavailable', (performance.now() - since) / 1_000);
  return outcome.kind === 'delivered' ? outcome : { ...outcome, reason: storableText(outcome.reason) };
};

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
    await confirmLine(context, orderId, line);
  }
  return { kind: 'delivered' };
};

type RefundCause = { readonly why: string; readonly refused: LineAttempt | null };

/**
 * Ends the delivery and refunds the order unless its status has changed. Rejects if another worker has delivered every line in the
 * meantime; the next attempt then finishes the order.
 */
const refundInstead = async (
  context: AppContext,
  job: DeliveryJob,
  order: Order,
  { why, refused }: RefundCause,
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

/** Credits the E Points and marks the order as delivered in one transaction. */
const credit = async (context: AppContext, job: DeliveryJob, order: Order): Promise<void> => {
  const { db, clock } = context;
  const { orderId } = order;
  const at = clock.now();
  const moved = await db.transaction(async (tx) => {
    const from = 'paid';
    const to = 'delivered';
    const isFirst = await moveOrder(tx, { orderId, from, to, reason: 'E Points credited', at });
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
  const from = 'paid';
  const to = 'delivered';
  const moved = await db.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const move = { orderId, from, to, reason: 'every line delivered', at: clock.now() } as const;
    const isFirst = (await mayDeliver(tx, job, order)) && (await moveOrder(tx, move));
    await finishJob(tx, job.id, clock.now(), isFirst ? null : 'the order moved while its last line was in flight');
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
  switch (delivered.kind) {
    case 'delivered':
      checkpoint('delivery.acknowledged');
      return finishDelivery(context, job, order);
    case 'stopped':
      return finishJob(db, job.id, clock.now(), 'stopped: the order is or will be refunded, or its delivery had ended');
    case 'refused':
      log.warn(
        { orderId, traceId: order.traceId, line: delivered.attempt.line, reason: delivered.reason },
        'the game refused a line; refunding the order',
      );
      return refundInstead(context, job, order, {
        why: `refused by the game: ${delivered.reason}`,
        refused: delivered.attempt,
      });
    case 'unavailable':
      if (at.getTime() - job.createdAt.getTime() < DELIVERY_DEADLINE_MS) throw new Error(delivered.reason);
      log.error(
        { orderId, traceId: order.traceId, line: delivered.attempt.line, reason: delivered.reason },
        'the order could not be delivered in time; refunding it',
      );
      return refundInstead(context, job, order, { why: 'not delivered in time', refused: null });
  }
};
