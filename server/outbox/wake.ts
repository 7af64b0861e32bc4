import type { Db } from '../db/database.ts';

const sleepers = new WeakMap<Db, Set<() => void>>();

/** Calls `listener` whenever this process has committed work. Returns the unsubscribe function. */
export const onWake = (db: Db, listener: () => void): (() => void) => {
  const listeners = sleepers.get(db) ?? new Set();
  sleepers.set(db, listeners.add(listener));
  return () => listeners.delete(listener);
};

/** Call it after a commit that added jobs. Other processes find them when they poll. */
export const wakeWorker = (db: Db): void => {
  for (const listener of sleepers.get(db) ?? []) listener();
};
