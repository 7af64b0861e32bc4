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

/** A question a machine asks of the world. Unwired it only rejects; `wireX` of the feature replaces it. */
export type Port<Output, Input> = (input: Input, signal: AbortSignal) => Promise<Output>;

export const portStub = <Output, Input>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new UnwiredPortError(name)));

/** Stands for another feature's machine until it is provided, so that its code can come in a later chunk. */
export const machineStub = <Machine extends AnyStateMachine>(name: string): Machine =>
  fromPromise(() => Promise.reject(new UnwiredPortError(name))) as unknown as Machine;

export const wirePort = <Output, Input>(ask: Port<Output, Input>): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(({ input, signal }) => ask(input, signal));

/** A listener that is told nothing still has to be an actor, and XState accepts none whose events are `never`. */
type ReceivedEvent<Received extends EventObject> = [Received] extends [never] ? EventObject : Received;

/** Something of the world a machine listens to (and may talk to) while a state lasts. Returns its own clean-up. */
export type Listener<Received extends EventObject, Sent extends EventObject, Input> = (world: {
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
