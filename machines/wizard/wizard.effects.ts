import { createActor, type EventObject, fromPromise } from 'xstate';
import type { Listener, Port } from '../kernel/port.ts';

const runInBackground = (run: (signal: AbortSignal) => Promise<void>, onFailure: () => void = () => {}): void => {
  const actor = createActor(fromPromise(({ signal }) => run(signal)));
  actor.subscribe({ error: onFailure });
  actor.start();
};

/** The port of each effect, which gets the fields of the effect. */
type EffectPorts<Effect extends EventObject> = {
  readonly [Type in Effect['type']]: Port<void, Omit<Extract<Effect, { readonly type: Type }>, 'type'>>;
};

/** Runs each effect independently: none delays another, and a failed one does not stop the wizard. `reports`: what it then sends. */
export const backgroundEffects =
  <Effect extends EventObject, Report extends EventObject = never>(
    ports: EffectPorts<Effect>,
    reports: { readonly [Type in Effect['type']]?: Report } = {},
  ): Listener<Effect, Report> =>
  ({ send, receive }) => {
    receive(({ type, ...input }) => {
      const effect = type as Effect['type'];
      const port = ports[effect] as Port<void, object>;
      const report = reports[effect];
      runInBackground(
        (signal) => port(input, signal),
        () => report && send(report),
      );
    });
    return () => {};
  };

/** The order exists, and its payment takes over the pre-opened window. */
export type WindowEvent = { readonly type: 'window.release' };
export type WindowInput = { readonly windowRef: string | null };

/** Closes the pre-opened window when the order ends, unless the payment took it over. */
export const closeUnlessReleased =
  (closeWindow: Port<void, WindowInput>): Listener<WindowEvent, never, WindowInput> =>
  ({ input: { windowRef }, receive }) => {
    let isOurs = windowRef !== null;
    receive(() => {
      isOurs = false;
    });
    return () => {
      if (isOurs) runInBackground((signal) => closeWindow({ windowRef }, signal));
    };
  };
