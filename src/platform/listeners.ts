import type { ListenerTarget } from './browser.ts';

export const createListeners = <Value = void>() => {
  const listeners = new Set<(value: Value) => void>();
  return {
    add: (listener: (value: Value) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    call: (value: Value): void => {
      for (const listener of listeners) listener(value);
    },
  };
};

export const stopAll =
  (...stops: readonly (() => void)[]): (() => void) =>
  () => {
    for (const stop of stops) stop();
  };

export const listenTo = (target: ListenerTarget, types: readonly string[], listen: (event: Event) => void) => {
  for (const type of types) target.addEventListener(type, listen);
  return (): void => {
    for (const type of types) target.removeEventListener(type, listen);
  };
};
