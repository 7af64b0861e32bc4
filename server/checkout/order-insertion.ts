import { createHash } from 'node:crypto';
import { and, eq, getTableColumns } from 'drizzle-orm';
import { ORDER_STATUS_CODE } from '../../machines/order/order.status.ts';
import { violatedConstraint } from '../db/connection-error.ts';
import type { Db, Tx } from '../db/database.ts';
import { statusCodes } from '../db/order-status.column.ts';
import { idempotencyKeys, type Order, orders } from '../db/schema.ts';
import { statement, type Value } from '../db/statement.ts';
import { checkpoint } from '../runtime/checkpoint.ts';
import { CODE, type Code } from '../runtime/codes.ts';
import type { AppContext } from '../runtime/context.ts';
import {
  type IsPayable,
  type OfferReading,
  type OfferRequest,
  type OrderSelection,
  ownFields,
  type ReadOffer,
  type Terms,
} from './order-rules.ts';

/** `path`: the scope of the key. */
export type OrderRequest = OfferRequest &
  Pick<Order, 'uid' | 'clientId' | 'traceId'> & {
    readonly path: string;
    readonly key: string | null;
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

const KEY = /^[\x21-\x7e]{16,64}$/;

type IdempotencyKey = { readonly ok: true; readonly key: string | null } | { readonly ok: false };

/** 16 to 64 printable ASCII characters; a missing or empty header means no key. */
export const readIdempotencyKey = (header: string): IdempotencyKey => {
  if (!header) return { ok: true, key: null };
  return KEY.test(header) ? { ok: true, key: header } : { ok: false };
};

/** SHA-256 of the selection without names, so that a rename does not turn a retry into another selection. */
export const fingerprintOf = ({ roleId, serverId, goodsId, channelCode }: OrderSelection): string =>
  createHash('sha256')
    .update(JSON.stringify([roleId, serverId, goodsId, channelCode]))
    .digest('hex');

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
const linesOf = ({ contents }: Terms): string => JSON.stringify(contents.map(({ name, quantity }) => [name, quantity]));

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
  const bound = await tx
    .insert(idempotencyKeys)
    .values({ ...key, orderId: order.orderId, createdAt: at })
    .onConflictDoNothing()
    .returning({ orderId: idempotencyKeys.orderId });
  return bound.length ? { kind: 'order', order, isNew: false, isReplay: false } : { kind: 'blocked', by: null };
};

const COLUMNS = Object.entries(getTableColumns(orders));
const OPEN = `status = ${statusCodes('pending')}`;

/** Parameters of the order are $1, $2 …, in the order of its columns. */
const parameterOf = (name: keyof Order): string => `$${COLUMNS.findIndex(([key]) => key === name) + 1}`;
const SAME_SELECTION = (['userId', 'serverId', 'roleId', 'goodsId', 'channelCode'] as const)
  .map((name) => `${getTableColumns(orders)[name].name} = ${parameterOf(name)}`)
  .join(' and ');

const FIRST_OF_KEY = COLUMNS.length + 1;

/** `claimed`: a query with one row if the order may be inserted, else none. */
const insertion = (claimed: string): string => `with claimed as (${claimed}),
  new_order as (
    insert into orders (${COLUMNS.map(([, { name }]) => name).join(', ')})
    select ${COLUMNS.map(([, column], index) => `$${index + 1}::${column.getSQLType()}`).join(', ')} from claimed
    on conflict (user_id, server_id, role_id, goods_id, channel_code) where ${OPEN} do nothing
    returning order_id, created_at
  ),
  history as (
    insert into order_history (order_id, to_status, reason, at)
    select order_id, ${ORDER_STATUS_CODE.pending}, 'created', created_at from new_order
  )
  select order_id from new_order`;

const CLAIM_KEY = `insert into idempotency_keys (user_id, path, key, fingerprint, order_id, created_at)
  select ${parameterOf('userId')}, $${FIRST_OF_KEY}, $${FIRST_OF_KEY + 1}, $${FIRST_OF_KEY + 2}, ${parameterOf('orderId')},
    ${parameterOf('createdAt')}::timestamptz
  where not exists (select from orders where ${SAME_SELECTION} and ${OPEN})
  on conflict do nothing returning order_id`;

const insertWithKey = statement({ name: 'insert-order-with-key', text: insertion(CLAIM_KEY) }, () => true);
const insertWithoutKey = statement({ name: 'insert-order', text: insertion('select') }, () => true);

/** Key, order and history in one statement. Null, with nothing written: the key is known or the selection has an open order. */
const insertNew = async (
  db: Db,
  request: OrderRequest,
  { terms, provider }: Extract<OfferReading, { readonly kind: 'terms' }>,
  at: Date,
): Promise<Insertion | null> => {
  const { userId, uid, clientId, traceId } = request;
  const order: Order = { ...terms, ...ownFields(at), provider, userId, uid, clientId, traceId };
  const key = keyOf(request);
  const values = COLUMNS.map(([name, column]) => {
    const value = order[name as keyof Order];
    return value === null ? null : (column.mapToDriverValue(value) as Value);
  });
  const rows = key
    ? await insertWithKey(db, [...values, key.path, key.key, key.fingerprint])
    : await insertWithoutKey(db, values);
  if (!rows.length) return null;
  checkpoint('order.inserted');
  return { kind: 'order', order, isNew: true, isReplay: false };
};

/** The key references an order that was not inserted, because another request inserted its own at the same time. Nothing is written. */
const isLostToAnother = (error: unknown): boolean => violatedConstraint(error) === 'idempotency_keys_order';

const insertInTransaction = (
  { db }: AppContext,
  isPayable: IsPayable,
  request: OrderRequest,
  at: Date,
): Promise<Insertion> =>
  db.transaction(async (tx) => {
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
