import { type SQLWrapper, sql } from 'drizzle-orm';
import { channels, orders } from '../db/schema.ts';

/** `PROVIDER_OF_ORDER` for a query that reads `orders.provider` from a subquery. */
export const providerOfOrder = (provider: SQLWrapper) => sql<string>`coalesce(${provider}, ${channels.provider}, '')`;

/**
 * Who takes the money of an order, for queries that left join its channel. The channel decides only for orders of earlier releases. '': the
 * channel was deleted.
 */
export const PROVIDER_OF_ORDER = providerOfOrder(orders.provider);
