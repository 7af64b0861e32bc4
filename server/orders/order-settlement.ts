import type { Db } from '../db/database.ts';
import type { orders } from '../db/schema.ts';
import { wakeWorker } from '../outbox/outbox.ts';
import type { AppContext } from '../runtime/context.ts';
import { isDue } from './order-due.ts';

type Order = Pick<typeof orders.$inferSelect, 'orderId' | 'status' | 'expiresAt' | 'checkedAt'>;

/** The portal requests an order at its deadline, while the worker settles it. The request waits up to this long. */
const GRACE_MS = 300;

const listeners = new WeakMap<Db, Set<(orderId: string) => void>>();

/** Announces that a due order was checked at its provider, whatever the outcome. */
export const announceChecked = (db: Db, orderId: string): void => {
  for (const listener of listeners.get(db) ?? []) listener(orderId);
};

/** Wakes the worker. Resolves when all of these orders were announced, or after `graceMs`. */
export const waitUntilChecked = (db: Db, orderIds: readonly string[], graceMs: number): Promise<void> =>
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
 * Returns what was found. If it includes an order that has just passed its deadline, wakes the worker and reads again after a moment: a
 * request never waits for a payment provider.
 */
export const readAfterCheck = async <Found>(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  found: Found,
  ordersOf: (found: Found) => readonly Order[],
  readAgain: () => Promise<Found>,
): Promise<Found> => {
  const now = clock.now();
  const due = ordersOf(found)
    .filter((order) => isDue(order, now))
    .map(({ orderId }) => orderId);
  if (!due.length) return found;
  await waitUntilChecked(db, due, GRACE_MS);
  return readAgain();
};
