import type { orders } from '../db/schema.ts';

/** Interval for orders with a payment in flight or a provider that does not respond. */
export const RECHECK_MS = 30_000;

type Order = Pick<typeof orders.$inferSelect, 'status' | 'expiresAt' | 'checkedAt'>;

/** Orders checked after this time are skipped for now. */
export const recheckBefore = (now: Date): Date => new Date(now.getTime() - RECHECK_MS);

/** Whether the order is past its deadline and due for a check at its provider. */
export const isDue = ({ status, expiresAt, checkedAt }: Order, now: Date): boolean =>
  status === 'pending' && expiresAt <= now && (checkedAt === null || checkedAt <= recheckBefore(now));
