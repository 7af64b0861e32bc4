import type { Db } from '../db/database.ts';

const sleepers = new WeakMap<Db, Set<() => void>>();

/** Calls `listener` whenever this process has committed work for a worker. Returns the way out. */
export const onWake = (db: Db, listener: () => void): (() => void) => {
  const listeners = sleepers.get(db) ?? new Set();
  sleepers.set(db, listeners.add(listener));
  return () => listeners.delete(listener);
};

/** After a commit that left work in the outbox. Other processes find it at their next look. */
export const wakeWorker = (db: Db): void => {
  for (const listener of sleepers.get(db) ?? []) listener();
};
