import { createActor } from 'xstate';
import { type Listener, type Port, wirePort } from '../kernel/port.ts';
import type { WindowEvent } from './submit-order.types.ts';

/** Keeps the pre-opened window while the order is made, and closes it unless the payment takes it over. */
export const holdWindow =
  ({
    closeWindow,
  }: {
    readonly closeWindow: Port<void, { readonly windowRef: string | null }>;
  }): Listener<WindowEvent, never, { windowRef: string | null }> =>
  ({ input, receive }) => {
    let held = input.windowRef !== null;
    receive(() => {
      held = false;
    });
    return () => {
      if (!held) return;
      const closing = createActor(wirePort(closeWindow), { input: { windowRef: input.windowRef } });
      closing.subscribe({ error: () => {} });
      closing.start();
    };
  };
