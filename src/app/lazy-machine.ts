import type { AnyStateMachine } from 'xstate';

/** A machine whose code is in a later chunk. `get` throws before it is loaded, and so does starting the machine. */
export const lazyMachine = <Machine extends AnyStateMachine>(get: () => Machine): Machine =>
  new Proxy({} as Machine, {
    get: (_, key) => Reflect.get(get(), key),
    has: (_, key) => Reflect.has(get(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(get()),
  });

/** A machine that is wired when its first actor starts. Wiring takes a millisecond on a phone, and most visits need few machines. */
export const lazyWire = <Machine extends AnyStateMachine>(wireMachine: () => Machine): Machine => {
  let machine: Machine | null = null;
  return lazyMachine(() => {
    machine ??= wireMachine();
    return machine;
  });
};
