import { createActor } from 'xstate';
import { type Listener, type Port, wirePort } from '../kernel/port.ts';
import type { WindowEvent } from './submit-order.types.ts';

/** Closes the pre-opened window when the order ends, unless the payment took it over. */
export const closeUnlessReleased =
  ({
    closeWindow,
  }: {
    readonly closeWindow: Port<void, { readonly windowRef: string | null }>;
  }): Listener<WindowEvent, never, { windowRef: string | null }> =>
  ({ input, receive }) => {
    let isOurs = input.windowRef !== null;
    receive(() => {
      isOurs = false;
    });
    return () => {
      if (!isOurs) return;
      const closing = createActor(wirePort(closeWindow), { input: { windowRef: input.windowRef } });
      closing.subscribe({ error: () => {} });
      closing.start();
    };
  };
