/** The listeners of one source. */
export const createListeners = <Value = void>() => {
  const listeners = new Set<(value: Value) => void>();
  return {
    /** Returns the function that removes the listener. */
    add: (listener: (value: Value) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    call: (value: Value): void => {
      for (const listener of listeners) listener(value);
    },
  };
};
