import type { Db } from '../db/database.ts';
import type { Order } from '../db/schema.ts';
import { wakeWorker } from '../outbox/outbox.ts';
import type { AppContext } from '../runtime/context.ts';

/** Interval for orders with a payment in flight or a provider that does not respond. */
export const RECHECK_MS = 30_000;

/** Orders checked after this time are skipped for now. */
export const recheckBefore = (now: Date): Date => new Date(now.getTime() - RECHECK_MS);

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
  ordersOf: (found: Found) => readonly Pick<Order, 'orderId' | 'status' | 'expiresAt' | 'checkedAt'>[],
  readAgain: () => Promise<Found>,
): Promise<Found> => {
  const now = clock.now();
  const due = ordersOf(found).filter(
    ({ status, expiresAt, checkedAt }) =>
      status === 'pending' && expiresAt <= now && (checkedAt === null || checkedAt <= recheckBefore(now)),
  );
  if (!due.length) return found;
  const ids = due.map(({ orderId }) => orderId);
  await waitUntilChecked(db, ids, GRACE_MS);
  return readAgain();
};
