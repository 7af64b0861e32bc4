import type { WebStorage } from './browser.ts';

/** `volatile`: only in the memory of this page, lost with the next reload. */
export type Durability = 'durable' | 'volatile';

/** Text by key. Never throws: a text that the browser refuses to store stays in memory, and `onRefused` reports that once. */
export type SafeStorage = {
  readonly read: (key: string) => string | null;
  readonly write: (key: string, text: string) => Durability;
  readonly remove: (key: string) => void;
  readonly keys: (prefix: string) => readonly string[];
  /** Calls the listener once when a storage refuses, or immediately if one already has. Returns the cleanup function. */
  readonly onRefused: (listener: () => void) => () => void;
};

const attempt = <Result>(act: () => Result): { readonly value: Result } | null => {
  try {
    return { value: act() };
  } catch {
    return null;
  }
};

/** Tries the storages in order. Accepts getters, because access to a storage may throw. */
export const createSafeStorage = (storages: readonly (() => WebStorage)[]): SafeStorage => {
  /** null: removed here, although the storage refused to remove it. */
  const memory = new Map<string, string | null>();
  const listeners = new Set<() => void>();
  let refused = false;

  const refuse = () => {
    if (refused) return;
    refused = true;
    for (const listener of listeners) listener();
  };

  const namesOf = (store: WebStorage): string[] =>
    Array.from({ length: store.length }, (_, at) => store.key(at)).filter((name) => name !== null);

  const removeStored = (key: string): boolean =>
    storages.map((storage) => attempt(() => storage().removeItem(key))).every((done) => done !== null);

  return {
    read: (key) => {
      const cached = memory.get(key);
      if (cached !== undefined) return cached;
      for (const storage of storages) {
        const found = attempt(() => storage().getItem(key));
        if (typeof found?.value === 'string') return found.value;
      }
      return null;
    },
    write: (key, text) => {
      let shadowed = false;
      for (const storage of storages) {
        if (attempt(() => storage().setItem(key, text))) {
          if (shadowed) memory.set(key, text);
          else memory.delete(key);
          return 'durable';
        }
        refuse();
        // An older value in this storage would be read instead of the new one.
        if (!attempt(() => storage().removeItem(key))) shadowed = true;
      }
      memory.set(key, text);
      return 'volatile';
    },
    remove: (key) => {
      if (removeStored(key)) memory.delete(key);
      else memory.set(key, null);
    },
    keys: (prefix) => {
      const stored = storages.flatMap((storage) => attempt(() => namesOf(storage()))?.value ?? []);
      const cached = [...memory].flatMap(([key, text]) => (text === null ? [] : [key]));
      return [...new Set([...stored, ...cached])].filter((key) => key.startsWith(prefix) && memory.get(key) !== null);
    },
    onRefused: (listener) => {
      listeners.add(listener);
      if (refused) listener();
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
