import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { notifications } from '../db/schema.ts';
import { readOrder } from '../orders/order-moves.ts';
import { enqueue, wakeWorker } from '../outbox/outbox.ts';
import { PRICE_CURRENCY, type Verdict } from '../ports/payment-provider.ts';
import { checkpoint } from '../runtime/checkpoint.ts';
import { isStorableJson } from '../runtime/storable-json.ts';
import { syncPayment } from './payment-sync.ts';
import type { PaymentServices } from './registry.ts';

export type ReceiveResult = 'stored' | 'repeated' | 'forged' | 'unknown-provider';

const stored = v.object({
  notice: v.object({
    reference: v.string(),
    orderId: v.string(),
    amountMinor: v.number(),
    currency: v.string(),
  }),
});

const withStorableNotice = (verdict: Verdict): Verdict =>
  verdict.ok && !isStorableJson(verdict.notice) ? { ok: false, why: 'shape' } : verdict;

/**
 * Verifies a notification over its raw bytes and stores it once, with its job. When this resolves, both are committed and the
 * notification may be acknowledged. A body that the database cannot store is left out, because only the notice is needed.
 */
export const receiveNotification = async (
  { context, providerOf }: PaymentServices,
  name: string,
  body: Uint8Array,
  headers: Headers,
  traceId: string,
): Promise<ReceiveResult> => {
  const { db, clock, log, metrics } = context;
  const provider = providerOf(name);
  if (!provider) return 'unknown-provider';
  const at = clock.now();
  const verdict = withStorableNotice(provider.verify(body, headers, at.getTime()));
  if (!verdict.ok) {
    metrics.count('notifications_forged');
    log.warn({ traceId, provider: name, why: verdict.why }, 'a notification was rejected');
    return 'forged';
  }
  const eventId = `${name}:${verdict.notice.eventId}`;
  const event = isStorableJson(verdict.body) ? verdict.body : null;
  const isNew = await db.transaction(async (tx) => {
    const rows = await tx
      .insert(notifications)
      .values({ eventId, provider: name, body: { notice: verdict.notice, event }, receivedAt: at })
      .onConflictDoNothing()
      .returning({ eventId: notifications.eventId });
    if (rows.length)
      await enqueue(tx, [{ kind: 'process-notification', subject: eventId, payload: {}, traceId, dueAt: at }], at);
    return rows.length > 0;
  });
  checkpoint('notice.stored');
  wakeWorker(db);
  return isNew ? 'stored' : 'repeated';
};

/**
 * Queries the provider for a stored notification. The content of the notification itself moves no order; if its amount, currency or
 * reference differs from the order, it is also logged for review. Rejects if it must be retried.
 */
export const processNotification = async (services: PaymentServices, eventId: string): Promise<void> => {
  const { db, clock, log, metrics } = services.context;
  const [row] = await db
    .select({ body: notifications.body, provider: notifications.provider })
    .from(notifications)
    .where(eq(notifications.eventId, eventId));
  const { notice } = v.parse(stored, row?.body);
  const order = await readOrder(db, notice.orderId);
  const isOurs = order?.providerRef === notice.reference;
  const fits = isOurs && order.amountMinor === notice.amountMinor && notice.currency === PRICE_CURRENCY;
  if (isOurs) await syncPayment(services, notice.orderId);
  if (!fits) {
    metrics.count('notifications_mismatched');
    log.error(
      { eventId, orderId: notice.orderId, traceId: order?.traceId },
      'a notification does not match its order: amount, currency or reference differ',
    );
  }
  await db
    .update(notifications)
    .set({ processedAt: clock.now(), outcome: fits ? 'queried' : 'mismatch' })
    .where(eq(notifications.eventId, eventId));
};
