import {
  type AnyActorLogic,
  type AnyStateMachine,
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type MachineImplementationsFrom,
  type PromiseActorLogic,
} from 'xstate';

const rejectUnwired = (port: string) => (): Promise<never> =>
  Promise.reject(new Error(`port "${port}" was not provided`));

type Nothing = Readonly<Record<string, never>>;

/** An async function that a machine calls and an adapter implements. */
export type Port<Output, Input = Nothing> = (input: Input, signal: AbortSignal) => Promise<Output>;

/** XState accepts no actor whose events are `never`, so a listener that receives none gets `EventObject`. */
type ReceivedEvent<Received extends EventObject> = [Received] extends [never] ? EventObject : Received;

/** A source of events that a machine listens to (and may send events to) while a state is active. Returns its cleanup function. */
export type Listener<Received extends EventObject, Sent extends EventObject, Input = Nothing> = (args: {
  readonly input: Input;
  readonly send: (event: Sent) => void;
  readonly receive: (handle: (event: ReceivedEvent<Received>) => void) => void;
}) => () => void;

/** A placeholder for a machine of another feature, so that its code can be in a later chunk. */
export const machineStub = <Machine extends AnyStateMachine>(name: string): Machine =>
  fromPromise(rejectUnwired(name)) as unknown as Machine;

export const wirePort = <Output, Input>(port: Port<Output, Input>): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(({ input, signal }) => port(input, signal));

const listenerStubs = new WeakSet<object>();

const listenerStub = () => {
  const stub = fromCallback(() => {});
  listenerStubs.add(stub);
  return stub;
};

export const wireListener = <Received extends EventObject, Sent extends EventObject, Input>(
  listen: Listener<Received, Sent, Input>,
): CallbackActorLogic<ReceivedEvent<Received>, Input> =>
  fromCallback<ReceivedEvent<Received>, Input>(({ input, sendBack, receive }) =>
    listen({ input, send: sendBack, receive }),
  );

type ActorOf<One> =
  One extends Port<infer Output, infer Input>
    ? PromiseActorLogic<Output, Input>
    : One extends Listener<infer Received, infer _, infer Input>
      ? CallbackActorLogic<ReceivedEvent<Received>, Input>
      : never;

type Kind<One> = One extends (...args: never) => Promise<unknown> ? 'port' : 'listener';

/** The actors of a setup that call these ports. Until `wire`, a port rejects and a listener sends nothing. */
export const ports = <Ports extends object>(kinds: { readonly [Name in keyof Ports]: Kind<Ports[Name]> }) =>
  Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      kind === 'port' ? fromPromise(rejectUnwired(name)) : listenerStub(),
    ]),
  ) as { [Name in keyof Ports]: ActorOf<Ports[Name]> };

type Actors<Machine extends AnyStateMachine> = Required<NonNullable<MachineImplementationsFrom<Machine>['actors']>>;

/** What an actor needs: the function behind a port or a listener, or a machine. */
type Given<Actor> =
  Actor extends PromiseActorLogic<infer Output, infer Input>
    ? Port<Output, Input>
    : Actor extends CallbackActorLogic<infer Received, infer Input>
      ? Listener<EventObject extends Received ? never : Received, EventObject, Input>
      : Actor;

export type PortsOf<Machine extends AnyStateMachine> = {
  [Name in keyof Actors<Machine>]: Given<Actors<Machine>[Name]>;
};

/**
 * Connects a machine to its ports. `more`: every actor that `ports` does not contain, such as a child machine. `ports` may load its
 * functions on the first call, so they are read by name.
 */
export const wire = <Machine extends AnyStateMachine, Ports extends Partial<PortsOf<Machine>>>(
  machine: Machine,
  ports: Ports,
  ...[more]: keyof PortsOf<Machine> extends keyof Ports ? [] : [Omit<PortsOf<Machine>, keyof Ports>]
): Machine => {
  const given = (name: string, stub: object): AnyActorLogic => {
    const one: unknown = Reflect.get(more ?? {}, name) ?? Reflect.get(ports, name);
    if (typeof one !== 'function') return one as AnyActorLogic;
    return listenerStubs.has(stub)
      ? wireListener(one as Listener<EventObject, EventObject, unknown>)
      : wirePort(one as Port<unknown, unknown>);
  };
  const actors = Object.entries(machine.implementations.actors).map(([name, stub]) => [name, given(name, stub)]);
  return machine.provide({ actors: Object.fromEntries(actors) }) as Machine;
};
