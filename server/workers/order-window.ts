import { type asc, type desc, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { orders } from '../db/schema.ts';

/** Orders of any provider that one statement reads. A provider may have none among millions, and no index leads to its own. */
const WINDOW = 5_000;

/** A position in the list of all orders. The database formats and parses the time because it has microseconds. */
export type OrderPosition = { readonly at: string; readonly key: string };

export const isAfter = ({ at, key }: OrderPosition): SQL =>
  sql`(${orders.createdAt}, ${orders.orderId}) > (${at}::timestamptz, ${key})`;
export const isBefore = ({ at, key }: OrderPosition): SQL =>
  sql`(${orders.createdAt}, ${orders.orderId}) < (${at}::timestamptz, ${key})`;

/** The next orders of any provider. `isOfProvider`: `name` has a session for it. `isWindowEnd`: more orders may follow the window. */
export const orderWindow = (db: Db, name: string, where: SQL | undefined, order: typeof asc | typeof desc) => {
  const read = db
    .select({
      key: orders.orderId,
      createdAt: orders.createdAt,
      reference: orders.providerRef,
      traceId: orders.traceId,
      provider: orders.provider,
    })
    .from(orders)
    .where(where)
    .orderBy(order(orders.createdAt), order(orders.orderId))
    .limit(WINDOW)
    .as('read');
  return db
    .select({
      key: read.key,
      createdAt: read.createdAt,
      at: sql<string>`${read.createdAt}::text`.as('at'),
      reference: read.reference,
      traceId: read.traceId,
      isOfProvider: sql<boolean>`${read.provider} = ${name} and ${read.reference} is not null`.as('is_of_provider'),
      isWindowEnd:
        sql<boolean>`row_number() over (order by ${order(read.createdAt)}, ${order(read.key)}) = ${WINDOW}`.as(
          'is_window_end',
        ),
    })
    .from(read)
    .as('order_window');
};
