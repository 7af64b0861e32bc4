import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import { orders, outbox, sandboxPayments } from '../db/schema.ts';
import { enqueue, wakeWorker } from '../outbox/outbox.ts';
import { checkpoint } from '../runtime/checkpoint.ts';
import type { AppContext } from '../runtime/context.ts';
import { randomBase32 } from '../runtime/order-id.ts';
import type { CashierOrder } from './sandbox.page.ts';
import type { CashierAction, SandboxEvent } from './sandbox.types.ts';

type Entry = typeof sandboxPayments.$inferSelect;
type SandboxState = Entry['state'];

const UNPAID: readonly SandboxState[] = ['open', 'in-flight', 'declined'];

export const captureIdOf = (reference: string, number: number): string => `${reference}-${number}`;

const lateSubject = (reference: string): string => `late-${reference}`;

/** Updates the entry if its state is still in `from`. */
const change = async (tx: Tx, reference: string, from: readonly SandboxState[], to: Partial<Entry>) => {
  const [entry] = await tx
    .update(sandboxPayments)
    .set(to)
    .where(and(eq(sandboxPayments.reference, reference), inArray(sandboxPayments.state, [...from])))
    .returning();
  return entry;
};

/** The trace of an order. A provider that continues traces sends it with its notifications. */
const traceOf = async (tx: Tx, orderId: string): Promise<string | null> => {
  const [order] = await tx.select({ traceId: orders.traceId }).from(orders).where(eq(orders.orderId, orderId));
  return order?.traceId ?? null;
};

const notify = async (tx: Tx, entry: Entry, type: SandboxEvent['type'], part: string, at: Date): Promise<void> => {
  const payload: SandboxEvent = {
    event_id: `${entry.reference}-${part}`,
    type,
    reference: entry.reference,
    order_id: entry.orderId,
    amount_minor: entry.amountMinor,
    currency: 'USD',
  };
  const traceId = await traceOf(tx, entry.orderId);
  await enqueue(tx, [{ kind: 'sandbox-notify', subject: payload.event_id, payload, traceId, dueAt: at }], at);
};

const capture = async (tx: Tx, reference: string, from: readonly SandboxState[], at: Date): Promise<void> => {
  const entry = await change(tx, reference, from, { state: 'paid', captures: 1 });
  if (entry) await notify(tx, entry, 'payment.captured', 'captured-1', at);
};

const captureAgain = async (tx: Tx, reference: string, at: Date): Promise<void> => {
  await capture(tx, reference, UNPAID, at);
  const [entry] = await tx
    .update(sandboxPayments)
    .set({ captures: 2 })
    .where(
      and(eq(sandboxPayments.reference, reference), eq(sandboxPayments.state, 'paid'), eq(sandboxPayments.captures, 1)),
    )
    .returning();
  if (entry) await notify(tx, entry, 'payment.captured', 'captured-2', at);
};

const close = async (tx: Tx, reference: string, from: readonly SandboxState[], at: Date): Promise<void> => {
  const entry = await change(tx, reference, from, { state: 'closed' });
  if (entry) await notify(tx, entry, 'payment.closed', 'closed', at);
};

const write = async (tx: Tx, reference: string, action: CashierAction, at: Date): Promise<void> => {
  switch (action) {
    case 'pay':
      return capture(tx, reference, UNPAID, at);
    case 'pay-twice':
      return captureAgain(tx, reference, at);
    case 'decline': {
      const entry = await change(tx, reference, UNPAID, { state: 'declined' });
      if (entry) await notify(tx, entry, 'payment.declined', `declined-${randomBase32(6)}`, at);
      return;
    }
    case 'close':
      return close(tx, reference, UNPAID, at);
    case 'never':
      await change(tx, reference, ['open', 'declined'], { state: 'in-flight' });
      return;
    case 'pay-late': {
      await change(tx, reference, ['in-flight'], { state: 'open' });
      const [entry] = await tx.select().from(sandboxPayments).where(eq(sandboxPayments.reference, reference));
      const job = { kind: 'sandbox-capture-late', subject: lateSubject(reference), traceId: null, dueAt: at } as const;
      if (entry) await enqueue(tx, [{ ...job, payload: { late: reference } }], at);
      return;
    }
  }
};

/** Changes a payment and its notifications in one transaction. */
const commit = async (
  { db, clock }: AppContext,
  run: (tx: Tx, at: Date) => Promise<void>,
  afterwards: () => void = () => undefined,
): Promise<void> => {
  const at = clock.now();
  await db.transaction((tx) => run(tx, at));
  afterwards();
  wakeWorker(db);
};

export const applyCashierAction = (context: AppContext, reference: string, action: CashierAction): Promise<void> =>
  commit(
    context,
    (tx, at) => write(tx, reference, action, at),
    () => checkpoint('capture.committed'),
  );

/** Closes a session that can still be paid; any other session does not change. */
export const closeSession = (context: AppContext, reference: string): Promise<void> =>
  commit(context, (tx, at) => close(tx, reference, ['open', 'declined'], at));

/** Captures the payment in any unpaid state. */
export const forceCapture = (context: AppContext, reference: string): Promise<void> =>
  commit(context, (tx, at) => capture(tx, reference, [...UNPAID, 'closed'], at));

/** Captures a late payment once the order is no longer pending. Returns when to check again, or null if it is done. */
export const captureLate = async (context: AppContext, reference: string): Promise<Date | null> => {
  const { db, clock } = context;
  const [order] = await db
    .select({ status: orders.status, expiresAt: orders.expiresAt, state: sandboxPayments.state })
    .from(orders)
    .innerJoin(sandboxPayments, eq(sandboxPayments.orderId, orders.orderId))
    .where(eq(sandboxPayments.reference, reference));
  if (order?.status === 'pending') {
    const over = order.state === 'closed' ? 0 : order.expiresAt.getTime();
    return new Date(Math.max(over, clock.now().getTime()) + 1_000);
  }
  await forceCapture(context, reference);
  return null;
};

/** Refunds one capture. A repeated call changes nothing. */
export const refundSandboxCapture = (context: AppContext, reference: string, captureId: string): Promise<void> =>
  commit(context, async (tx, at) => {
    const [entry] = await tx
      .select()
      .from(sandboxPayments)
      .where(eq(sandboxPayments.reference, reference))
      .for('update');
    if (!entry || entry.refundedCaptures.includes(captureId)) return;
    const refundedCaptures = [...entry.refundedCaptures, captureId];
    const state = refundedCaptures.length === entry.captures ? 'refunded' : 'paid';
    await change(tx, reference, ['paid'], { refundedCaptures, state });
    await notify(tx, entry, 'payment.refunded', `refunded-${captureId}`, at);
  });

/** null: no such payment. */
export const readCashierOrder = async ({ db }: AppContext, reference: string): Promise<CashierOrder | null> => {
  const [row] = await db
    .select({ entry: sandboxPayments, expiresAt: orders.expiresAt, late: outbox.id })
    .from(sandboxPayments)
    .innerJoin(orders, eq(orders.orderId, sandboxPayments.orderId))
    .leftJoin(outbox, and(eq(outbox.subject, lateSubject(reference)), isNull(outbox.doneAt)))
    .where(eq(sandboxPayments.reference, reference));
  return row ? { ...row.entry, expiresAt: row.expiresAt, lateIsSet: row.late !== null } : null;
};

export const referenceOf = async ({ db }: AppContext, orderId: string): Promise<string | null> => {
  const [row] = await db
    .select({ reference: sandboxPayments.reference })
    .from(sandboxPayments)
    .where(eq(sandboxPayments.orderId, orderId));
  return row?.reference ?? null;
};
