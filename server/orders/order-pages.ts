import { and, desc, eq, getTableColumns, gte, lt, type SQL } from 'drizzle-orm';
import type { OrderStatus } from '../../machines/order/order.status.ts';
import type { Db } from '../db/database.ts';
import { type Order, orders } from '../db/schema.ts';

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

/**
 * A page of a player's orders, newest first. Earlier pages are skipped in an index alone (orders_user_newest or orders_user_status_newest);
 * only the orders of the page are read.
 */
export const readOrderPage = (db: Db, filter: PlayerFilter, { page, size }: Page): Promise<Order[]> => {
  const keys = db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(passes(filter))
    .orderBy(desc(orders.createdAt), desc(orders.orderId))
    .limit(size)
    .offset((page - 1) * size)
    .as('keys');
  return db
    .select(getTableColumns(orders))
    .from(keys)
    .innerJoin(orders, eq(orders.orderId, keys.orderId))
    .orderBy(desc(orders.createdAt), desc(orders.orderId));
};
