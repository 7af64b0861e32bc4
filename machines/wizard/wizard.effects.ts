import { createActor, type EventObject, fromPromise } from 'xstate';
import type { Listener, Port } from '../kernel/port.ts';

const runInBackground = (run: (signal: AbortSignal) => Promise<void>, onFailure: () => void = () => {}): void => {
  const actor = createActor(fromPromise(({ signal }) => run(signal)));
  actor.subscribe({ error: onFailure });
  actor.start();
};

/**
 * Runs each effect independently: a slow effect does not delay the others, and a failed effect does not stop the wizard. `onFailure`
 * returns the event that a failed effect sends to the wizard, or null.
 */
export const backgroundEffects =
  <Effect extends EventObject, Report extends EventObject = never>(
    run: (effect: Effect, signal: AbortSignal) => Promise<void>,
    onFailure: (effect: Effect) => Report | null = () => null,
  ): Listener<Effect, Report> =>
  ({ send, receive }) => {
    receive((effect) =>
      runInBackground(
        (signal) => run(effect as Effect, signal),
        () => {
          const report = onFailure(effect as Effect);
          if (report) send(report);
        },
      ),
    );
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
