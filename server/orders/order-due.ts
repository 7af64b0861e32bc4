import type { orders } from '../db/schema.ts';

/** An order with a payment in flight, or with a provider that does not answer, is asked about again after this. */
const RECHECK_MS = 30_000;

type Order = Pick<typeof orders.$inferSelect, 'status' | 'expiresAt' | 'checkedAt'>;

/** An order that was asked about later than this is left alone for now. */
export const recheckBefore = (now: Date): Date => new Date(now.getTime() - RECHECK_MS);

/** Past its deadline, and its provider has to be asked now. */
export const isDue = ({ status, expiresAt, checkedAt }: Order, now: Date): boolean =>
  status === 'pending' && expiresAt <= now && (checkedAt === null || checkedAt <= recheckBefore(now));
