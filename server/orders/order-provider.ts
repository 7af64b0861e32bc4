import { sql } from 'drizzle-orm';
import { channels, orders } from '../db/schema.ts';

/**
 * Who takes the money of an order, for queries that left join its channel. The channel decides only for orders of earlier releases. '': the
 * channel was deleted.
 */
export const PROVIDER_OF_ORDER = sql<string>`coalesce(${orders.provider}, ${channels.provider}, '')`;
