import { attempt } from './attempt.ts';
import type { WebStorage } from './browser.ts';
import { createListeners } from './listeners.ts';

/** `volatile`: only in the memory of this page, lost with the next reload. */
export type Durability = 'durable' | 'volatile';

/** `text` null: removed, although a storage refused that. `isStored` false: a storage may have an older text. */
type Known =
  | { readonly text: string; readonly isStored: boolean }
  | { readonly text: null; readonly isStored: false; readonly removed: string | null };

/**
 * Text by key. Never throws: a text that the browser refuses to store stays in memory, and `onRefused` reports that once. While a storage
 * cannot be accessed, the last text that this page has read or written counts. Tries the storages in order. Accepts getters, because access
 * to a storage may throw.
 */
export const createSafeStorage = (storages: readonly (() => WebStorage)[]) => {
  /** What this page last read, wrote or removed. */
  const known = new Map<string, Known>();
  const listeners = createListeners();
  let refused = false;

  const refuse = () => {
    if (refused) return;
    refused = true;
    listeners.call();
  };

  const namesOf = (store: WebStorage): string[] =>
    Array.from({ length: store.length }, (_, at) => store.key(at)).filter((name) => name !== null);

  const removeFrom = (storage: () => WebStorage, key: string): boolean =>
    attempt(() => {
      storage().removeItem(key);
      return true;
    }) ?? false;

  const removeStored = (key: string): boolean =>
    storages.map((storage) => removeFrom(storage, key)).every((isRemoved) => isRemoved);

  /** A storage that accepts a text may still lose it. */
  const stores = (storage: () => WebStorage, key: string, text: string): boolean =>
    attempt(() => {
      storage().setItem(key, text);
      return storage().getItem(key) === text;
    }) ?? false;

  /** Removes what a storage refused to remove. A different text may be from another tab: it stays stored, and this page does not read it. */
  const removeRefused = (): void => {
    for (const [key, last] of known) {
      if (last.text !== null || last.removed === null) continue;
      const isGone = storages.map((storage) =>
        attempt(() => {
          if (storage().getItem(key) === last.removed) storage().removeItem(key);
          return storage().getItem(key) === null;
        }),
      );
      if (isGone.every((gone) => gone)) known.delete(key);
    }
  };

  return {
    read: (key: string): string | null => {
      const last = known.get(key);
      if (last && !last.isStored) return last.text;
      for (const storage of storages) {
        const found = attempt(() => storage().getItem(key));
        // The next storage may have an older text.
        if (found === undefined && last) return last.text;
        if (typeof found !== 'string') continue;
        known.set(key, { text: found, isStored: true });
        return found;
      }
      known.delete(key);
      return null;
    },
    write: (key: string, text: string): Durability => {
      removeRefused();
      let isShadowed = false;
      for (const storage of storages) {
        if (stores(storage, key, text)) {
          known.set(key, { text, isStored: !isShadowed });
          return 'durable';
        }
        refuse();
        // An older value in this storage would be read instead of the new one.
        if (!removeFrom(storage, key)) isShadowed = true;
      }
      known.set(key, { text, isStored: false });
      return 'volatile';
    },
    remove: (key: string): void => {
      const last = known.get(key);
      if (removeStored(key)) known.delete(key);
      else if (last?.text !== null) known.set(key, { text: null, isStored: false, removed: last?.text ?? null });
    },
    keys: (prefix: string): readonly string[] => {
      const lists = storages.map((storage) => attempt(() => namesOf(storage())));
      const isReadable = lists.every((list) => list !== undefined);
      const names = new Set(lists.flatMap((list) => list ?? []));
      for (const [key, { text, isStored }] of known)
        if (text === null) names.delete(key);
        else if (!isStored || !isReadable) names.add(key);
        else if (!names.has(key)) known.delete(key);
      return [...names].filter((key) => key.startsWith(prefix));
    },
    /** Calls the listener once when a storage refuses, or immediately if one already has. Returns the cleanup function. */
    onRefused: (listener: () => void): (() => void) => {
      const stop = listeners.add(listener);
      if (refused) listener();
      return stop;
    },
  };
};

export type SafeStorage = ReturnType<typeof createSafeStorage>;
