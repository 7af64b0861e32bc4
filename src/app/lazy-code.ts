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

type AnyPort = (input: unknown, signal: AbortSignal) => Promise<unknown>;

export type LazyPorts<Ports> = {
  /** Rejects with a `Failure` if the code cannot be loaded. */
  readonly load: () => Promise<Ports>;
  readonly peek: () => Ports | null;
  /** Ports that do not need that code. */
  readonly eager?: Partial<Ports>;
};

/** Ports whose code is in a later chunk: each call loads it first. */
export const lazyPorts = <Ports extends object>({ load, peek, eager = {} }: LazyPorts<Ports>): Ports =>
  new Proxy(eager as Ports, {
    get: (eagerPorts, name): unknown => {
      const portOf = (ports: Ports): AnyPort => Reflect.get<Ports, PropertyKey>(ports, name) as AnyPort;
      const lazyPort: AnyPort = async (input, signal) => portOf(peek() ?? (await load()))(input, signal);
      return Reflect.get(eagerPorts, name) ?? lazyPort;
    },
  });
