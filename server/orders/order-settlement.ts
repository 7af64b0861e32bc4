import type { Db } from '../db/database.ts';
import type { orders } from '../db/schema.ts';
import type { AppContext } from '../kernel/context.ts';
import { wakeWorker } from '../outbox/wake.ts';
import { isDue } from './order-due.ts';

type Order = typeof orders.$inferSelect;

/** At its deadline an order is asked about by its player and by the worker at the same time; the worker is given this long. */
const GRACE_MS = 300;

const listeners = new WeakMap<Db, Set<(orderId: string) => void>>();

/** The provider of a due order has been asked, whatever came of it. */
export const announceSettled = (db: Db, orderId: string): void => {
  for (const listener of listeners.get(db) ?? []) listener(orderId);
};

/** Wakes the worker and resolves when all of these orders were announced, or after `graceMs`. */
export const settledWithin = (db: Db, orderIds: readonly string[], graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const left = new Set(orderIds);
    const listening = listeners.get(db) ?? new Set();
    listeners.set(db, listening);
    const end = (): void => {
      clearTimeout(timer);
      listening.delete(listener);
      resolve();
    };
    const listener = (orderId: string): void => {
      left.delete(orderId);
      if (!left.size) end();
    };
    const timer = setTimeout(end, graceMs);
    listening.add(listener);
    wakeWorker(db);
  });

/**
 * What `read` finds. When an order among it has just passed its deadline, it is read again after the worker has settled it, or after a moment:
 * a request never waits for a payment provider.
 */
export const readSettled = async (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  read: () => Promise<Order[]>,
): Promise<Order[]> => {
  const found = await read();
  const now = clock.now();
  const due = found.filter((order) => isDue(order, now)).map(({ orderId }) => orderId);
  if (!due.length) return found;
  await settledWithin(db, due, GRACE_MS);
  return read();
};
