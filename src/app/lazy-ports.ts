type Ask = (input: unknown, signal: AbortSignal) => Promise<unknown>;

export type LazyPorts<Ports> = {
  /** Rejects with a `Failure` when the code does not come. */
  readonly come: () => Promise<Ports>;
  /** The same, once it is there: then nothing waits. */
  readonly known: () => Ports | null;
  /** What is answered without that code. */
  readonly here?: Partial<Ports>;
};

/** Ports whose code comes in a later chunk: each question waits for it. */
export const lazyPorts = <Ports extends object>({ come, known, here = {} }: LazyPorts<Ports>): Ports =>
  new Proxy(here as Ports, {
    get: (answered, name): unknown => {
      const portOf = (ports: Ports): Ask => Reflect.get<Ports, PropertyKey>(ports, name) as Ask;
      const ask: Ask = async (input, signal) => portOf(known() ?? (await come()))(input, signal);
      return Reflect.get(answered, name) ?? ask;
    },
  });
