import { and, desc, eq, getTableColumns, gte, lt, type SQL, sql } from 'drizzle-orm';
import { ANY_STATUS, type OrderStatus, statusTable } from '../../machines/order/order.status.ts';
import type { Db } from '../db/database.ts';
import { statusCodes } from '../db/order-status.column.ts';
import { createPageAnchors, MAX_PLAIN_OFFSET } from '../db/page-anchors.ts';
import { orders } from '../db/schema.ts';

type Order = typeof orders.$inferSelect;

/** A null field does not filter. `before` is exclusive. */
export type OrderFilter = {
  readonly status: OrderStatus | null;
  readonly since: Date | null;
  readonly before: Date | null;
};

/** Counts from 1. */
type Page = { readonly page: number; readonly size: number };

type PlayerFilter = OrderFilter & { readonly userId: string };

const passes = ({ userId, status, since, before }: PlayerFilter): SQL | undefined =>
  and(
    eq(orders.userId, userId),
    status === null ? undefined : eq(orders.status, status),
    since ? gte(orders.createdAt, since) : undefined,
    before ? lt(orders.createdAt, before) : undefined,
  );

const anchorsOf = (name: string, only: string, movedAt: string | null) =>
  createPageAnchors({ name, table: 'orders', at: 'created_at', id: 'order_id', idType: 'text', only, movedAt });

const FIND_START = {
  [ANY_STATUS]: anchorsOf('orders', '', null),
  ...statusTable((status) => anchorsOf(`orders-${status}`, `status = ${statusCodes(status)}`, 'moved_at')),
};

/**
 * A page of a player's orders, newest first. Earlier pages are skipped in an index (orders_user_newest or orders_user_status_newest), from
 * the nearest anchor; only the orders of the page are read.
 */
export const readOrderPage = async (db: Db, filter: PlayerFilter, { page, size }: Page): Promise<Order[]> => {
  const skipped = (page - 1) * size;
  const { userId, status, before } = filter;
  const start =
    skipped <= MAX_PLAIN_OFFSET ? 'near' : await FIND_START[status ?? ANY_STATUS](db, userId, before, skipped);
  if (start === 'empty') return [];
  const { from, offset } = start === 'near' ? { from: null, offset: skipped } : start;
  const notNewer = from && sql`(${orders.createdAt}, ${orders.orderId}) <= (${from.at}::timestamptz, ${from.id}::text)`;
  const keys = db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(passes(filter), notNewer ?? undefined))
    .orderBy(desc(orders.createdAt), desc(orders.orderId))
    .limit(size)
    .offset(offset)
    .as('keys');
  return db
    .select(getTableColumns(orders))
    .from(keys)
    .innerJoin(orders, eq(orders.orderId, keys.orderId))
    .orderBy(desc(orders.createdAt), desc(orders.orderId));
};
