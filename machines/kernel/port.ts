import {
  type AnyStateMachine,
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type PromiseActorLogic,
} from 'xstate';

class UnwiredPortError extends Error {
  readonly port: string;
  constructor(port: string) {
    super(`port "${port}" was not provided`);
    this.port = port;
  }
}

/** An async function that a machine calls and an adapter implements. The stub rejects until `wireX` of the feature replaces it. */
export type Port<Output, Input> = (input: Input, signal: AbortSignal) => Promise<Output>;

export const portStub = <Output, Input>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new UnwiredPortError(name)));

/** A placeholder for a machine of another feature, so that its code can be in a later chunk. */
export const machineStub = <Machine extends AnyStateMachine>(name: string): Machine =>
  fromPromise(() => Promise.reject(new UnwiredPortError(name))) as unknown as Machine;

export const wirePort = <Output, Input>(port: Port<Output, Input>): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(({ input, signal }) => port(input, signal));

/** XState accepts no actor whose events are `never`, so a listener that receives none gets `EventObject`. */
type ReceivedEvent<Received extends EventObject> = [Received] extends [never] ? EventObject : Received;

/** A source of events that a machine listens to (and may send events to) while a state is active. Returns its cleanup function. */
export type Listener<Received extends EventObject, Sent extends EventObject, Input> = (args: {
  readonly input: Input;
  readonly send: (event: Sent) => void;
  readonly receive: (handle: (event: ReceivedEvent<Received>) => void) => void;
}) => () => void;

export const listenerStub = <Received extends EventObject, Input>(): CallbackActorLogic<
  ReceivedEvent<Received>,
  Input
> => fromCallback<ReceivedEvent<Received>, Input>(() => {});

export const wireListener = <Received extends EventObject, Sent extends EventObject, Input>(
  listen: Listener<Received, Sent, Input>,
): CallbackActorLogic<ReceivedEvent<Received>, Input> =>
  fromCallback<ReceivedEvent<Received>, Input>(({ input, sendBack, receive }) =>
    listen({ input, send: sendBack, receive }),
  );
