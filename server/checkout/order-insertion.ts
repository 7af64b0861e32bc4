import { and, eq } from 'drizzle-orm';
import { PAYMENT_EXPIRY_S } from '../../machines/order/order.status.ts';
import type { Db, Tx } from '../db/database.ts';
import { idempotencyKeys, type Order, orders } from '../db/schema.ts';
import { checkpoint } from '../runtime/checkpoint.ts';
import { CODE, type Code } from '../runtime/codes.ts';
import type { AppContext } from '../runtime/context.ts';
import { newOrderId } from '../runtime/order-id.ts';
import { insertInOneStatement, isLostToAnother } from './order-insertion.statement.ts';
import { fingerprintOf, type OrderSelection } from './order-key.ts';
import type { IsPayable, OfferReading, Pricing, ReadOffer, Terms } from './order-rules.ts';

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
  /** `isNew`: this request has written it. `isReplay`: an earlier request with the same key has. */
  | { readonly kind: 'order'; readonly order: Order; readonly isNew: boolean; readonly isReplay: boolean }
  /** The existing order cannot be returned: it has expired or has other terms. null: it has just been settled. */
  | { readonly kind: 'blocked'; readonly by: Order | null }
  | { readonly kind: 'refused'; readonly code: Code };

type Key = { readonly userId: string; readonly path: string; readonly key: string; readonly fingerprint: string };

const keyOf = ({ userId, path, key, selection }: OrderRequest): Key | null =>
  key === null ? null : { userId, path, key, fingerprint: fingerprintOf(selection) };

/** The outcome of an earlier request with the same key, or null if the key is new. */
const findByKey = async (tx: Tx, own: Key | null): Promise<Insertion | null> => {
  if (own === null) return null;
  const { userId, path, key, fingerprint } = own;
  const [stored] = await tx
    .select({ fingerprint: idempotencyKeys.fingerprint, order: orders })
    .from(idempotencyKeys)
    .leftJoin(orders, eq(orders.orderId, idempotencyKeys.orderId))
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.path, path), eq(idempotencyKeys.key, key)));
  if (!stored) return null;
  if (stored.fingerprint !== fingerprint) return { kind: 'refused', code: CODE.keyReused };
  return stored.order
    ? { kind: 'order', order: stored.order, isNew: false, isReplay: true }
    : { kind: 'refused', code: CODE.stillProcessing };
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

/** The outcome for a selection that may have an open order: the key gets that order if it is the same deal. */
const takeOpenOrder = async (tx: Tx, request: OrderRequest, terms: Terms, at: Date): Promise<Insertion> => {
  const order = await findOpen(tx, request);
  if (!order || order.expiresAt <= at || !isSameDeal(order, terms)) return { kind: 'blocked', by: order ?? null };
  const key = keyOf(request);
  if (key === null) return { kind: 'order', order, isNew: false, isReplay: false };
  const { orderId } = order;
  const bound = await tx
    .insert(idempotencyKeys)
    .values({ ...key, orderId, createdAt: at })
    .onConflictDoNothing()
    .returning({ orderId: idempotencyKeys.orderId });
  return bound.length ? { kind: 'order', order, isNew: false, isReplay: false } : { kind: 'blocked', by: null };
};

/** Writes the order. Null, with nothing written: the key is known or the selection has an open order. */
const insertNew = async (db: Db, request: OrderRequest, offer: Offer, at: Date): Promise<Insertion | null> => {
  const order = newOrder(request, offer, at);
  if (!(await insertInOneStatement(db, order, keyOf(request)))) return null;
  checkpoint('order.inserted');
  return { kind: 'order', order, isNew: true, isReplay: false };
};

/** Reads the offer with the rows that it locks. */
const insertInTransaction = (
  context: AppContext,
  isPayable: IsPayable,
  request: OrderRequest,
  at: Date,
): Promise<Insertion> =>
  context.db.transaction(async (tx) => {
    const key = keyOf(request);
    const known = await findByKey(tx, key);
    if (known) return known;
    const offer = await request.readOffer(tx, isPayable, request);
    // While it waited for a lock, another request may have used the key.
    if (offer.kind !== 'terms') return (await findByKey(tx, key)) ?? offer;
    return (
      (await insertNew(tx, request, offer, at)) ??
      (await findByKey(tx, key)) ??
      takeOpenOrder(tx, request, offer.terms, at)
    );
  });

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
  const { offer } = request;
  try {
    const inserted = offer?.kind === 'terms' ? await insertNew(context.db, request, offer, at) : null;
    const insertion = inserted ?? (await insertInTransaction(context, isPayable, request, at));
    if (insertion.kind === 'order' && insertion.isNew) context.metrics.count('orders_created');
    return insertion;
  } catch (error) {
    if (isLostToAnother(error)) return { kind: 'blocked', by: null };
    throw error;
  }
};
