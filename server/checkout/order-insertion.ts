import { and, eq, sql } from 'drizzle-orm';
import { PAYMENT_EXPIRY_S } from '../../machines/order/order.status.ts';
import type { Tx } from '../db/database.ts';
import { statusCodes } from '../db/order-status.column.ts';
import { idempotencyKeys, orderHistory, orders } from '../db/schema.ts';
import { checkpoint } from '../runtime/checkpoint.ts';
import { CODE, type Code } from '../runtime/codes.ts';
import type { AppContext } from '../runtime/context.ts';
import { newOrderId } from '../runtime/order-id.ts';
import { insertInOneStatement } from './order-insertion.statement.ts';
import { fingerprintOf, type OrderSelection } from './order-key.ts';
import type { IsPayable, OfferReading, Pricing, ReadOffer, Terms } from './order-rules.ts';

export type Order = typeof orders.$inferSelect;

/** `uid`: the game account. `path`: the scope of the key. */
export type OrderRequest = Pricing & {
  readonly userId: string;
  readonly uid: string;
  readonly clientId: string;
  readonly traceId: string | null;
  readonly path: string;
  readonly key: string | null;
  readonly selection: OrderSelection;
  /** Reads the offer and its terms: order-rules.ts or point-packages.ts. */
  readonly readOffer: ReadOffer;
  /** The offer, if it has just been read and no row of it has to be locked. */
  readonly offer?: OfferReading;
};

export type Insertion =
  | { readonly kind: 'order'; readonly order: Order; readonly isReplay: boolean }
  /** The existing order cannot be returned: it has expired or has other terms. null: it has just been settled. */
  | { readonly kind: 'blocked'; readonly by: Order | null }
  | { readonly kind: 'refused'; readonly code: Code };

/** Rolls back the transaction including the key: refusals are not stored, so a retry can succeed. */
class RollbackWith extends Error {
  readonly insertion: Insertion;

  constructor(insertion: Insertion) {
    super(insertion.kind);
    this.insertion = insertion;
  }
}

/** Claims the key; waits for a running request with the same key. Returns the outcome of an earlier request, or null if the key is new. */
const claimKey = async (
  tx: Tx,
  { userId, path, key, selection }: OrderRequest,
  at: Date,
): Promise<Insertion | null> => {
  if (key === null) return null;
  const fingerprint = fingerprintOf(selection);
  const taken = await tx
    .insert(idempotencyKeys)
    .values({ userId, path, key, fingerprint, createdAt: at })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (taken.length) return null;
  const [stored] = await tx
    .select({ fingerprint: idempotencyKeys.fingerprint, order: orders })
    .from(idempotencyKeys)
    .leftJoin(orders, eq(orders.orderId, idempotencyKeys.orderId))
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.path, path), eq(idempotencyKeys.key, key)));
  if (stored && stored.fingerprint !== fingerprint) return { kind: 'refused', code: CODE.keyReused };
  return stored?.order
    ? { kind: 'order', order: stored.order, isReplay: true }
    : { kind: 'refused', code: CODE.stillProcessing };
};

const bindKey = async (tx: Tx, { userId, path, key }: OrderRequest, orderId: string): Promise<void> => {
  if (key === null) return;
  await tx
    .update(idempotencyKeys)
    .set({ orderId })
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.path, path), eq(idempotencyKeys.key, key)));
};

type Offer = Extract<OfferReading, { readonly kind: 'terms' }>;

/** The order as it is stored. */
const newOrder = (
  { userId, uid, clientId, traceId }: OrderRequest,
  { terms, provider }: Offer,
  createdAt: Date,
): Order => ({
  ...terms,
  provider,
  orderId: newOrderId(createdAt),
  userId,
  uid,
  clientId,
  status: 'pending',
  payment: null,
  providerRef: null,
  supersededBy: null,
  createdAt,
  /** Counted from the whole second that the API returns, so that the player's countdown ends with the order. */
  expiresAt: new Date((Math.floor(createdAt.getTime() / 1_000) + PAYMENT_EXPIRY_S) * 1_000),
  checkedAt: null,
  expiryLeasedUntil: null,
  movedAt: null,
  traceId,
});

const insertNew = async (tx: Tx, request: OrderRequest, offer: Offer, at: Date): Promise<Order | undefined> => {
  const [order] = await tx
    .insert(orders)
    .values(newOrder(request, offer, at))
    .onConflictDoNothing({
      target: [orders.userId, orders.serverId, orders.roleId, orders.goodsId, orders.channelCode],
      where: sql`status = ${sql.raw(statusCodes('pending'))}`,
    })
    .returning();
  if (!order) return undefined;
  await tx
    .insert(orderHistory)
    .values({ orderId: order.orderId, fromStatus: null, toStatus: 'pending', reason: 'created', at });
  checkpoint('order.inserted');
  return order;
};

const findOpen = async (tx: Tx, { userId, selection }: OrderRequest): Promise<Order | undefined> => {
  const [order] = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        eq(orders.serverId, selection.serverId),
        eq(orders.roleId, selection.roleId),
        eq(orders.goodsId, selection.goodsId),
        eq(orders.channelCode, selection.channelCode),
        eq(orders.status, 'pending'),
      ),
    );
  return order;
};

/** What the game receives, without translations. */
const linesOf = ({ contents }: Pick<Terms, 'contents'>): string =>
  JSON.stringify(contents.map(({ name, quantity }) => [name, quantity]));

const isSameDeal = (order: Order, terms: Terms): boolean =>
  order.amountMinor === terms.amountMinor &&
  order.creditBasic === terms.creditBasic &&
  order.creditPresent === terms.creditPresent &&
  linesOf(order) === linesOf(terms);

const insertInTransaction = async (
  context: AppContext,
  isPayable: IsPayable,
  request: OrderRequest,
  at: Date,
): Promise<Insertion> => {
  let isNew = false;
  try {
    const insertion = await context.db.transaction(async (tx): Promise<Insertion> => {
      const known = await claimKey(tx, request, at);
      if (known) return known;
      const reading = await request.readOffer(tx, isPayable, request);
      if (reading.kind !== 'terms') throw new RollbackWith(reading);
      const inserted = await insertNew(tx, request, reading, at);
      isNew = inserted !== undefined;
      const order = inserted ?? (await findOpen(tx, request));
      if (!order || order.expiresAt <= at || !isSameDeal(order, reading.terms))
        throw new RollbackWith({ kind: 'blocked', by: order ?? null });
      await bindKey(tx, request, order.orderId);
      return { kind: 'order', order, isReplay: false };
    });
    if (isNew) context.metrics.count('orders_created');
    return insertion;
  } catch (error) {
    if (error instanceof RollbackWith) return error.insertion;
    throw error;
  }
};

/**
 * Writes key, order and history, all or none. Returns the order of the key, the open order of the same selection, or a new one. With an
 * offer that was already read this is one statement, unless the key is known or the selection has an open order.
 */
export const insertOrder = async (
  context: AppContext,
  isPayable: IsPayable,
  request: OrderRequest,
): Promise<Insertion> => {
  const at = context.clock.now();
  const { offer, key, path, selection } = request;
  if (offer?.kind === 'terms') {
    const order = newOrder(request, offer, at);
    if (
      await insertInOneStatement(
        context.db,
        order,
        key === null ? null : { path, key, fingerprint: fingerprintOf(selection) },
      )
    ) {
      checkpoint('order.inserted');
      context.metrics.count('orders_created');
      return { kind: 'order', order, isReplay: false };
    }
  }
  return insertInTransaction(context, isPayable, request, at);
};
