import type { AnyStateMachine } from 'xstate';

/** A machine that is not here yet; whoever starts it before `arrived` has it gets the error that `arrived` throws. */
export const lazyMachine = <Machine extends AnyStateMachine>(arrived: () => Machine): Machine =>
  new Proxy({} as Machine, {
    get: (_, key) => Reflect.get(arrived(), key),
    has: (_, key) => Reflect.has(arrived(), key),
    getPrototypeOf: () => Reflect.getPrototypeOf(arrived()),
  });
