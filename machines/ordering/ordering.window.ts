import { createActor } from 'xstate';
import { type Listener, wirePort } from '../kernel/port.ts';
import type { OrderingPorts } from './ordering.ports.ts';
import type { WindowOrder } from './ordering.types.ts';

/** Keeps the pre-opened window while the order is made, and closes it unless the payment takes it over. */
export const holdWindow =
  ({ closeWindow }: Pick<OrderingPorts, 'closeWindow'>): Listener<WindowOrder, never, { windowRef: string | null }> =>
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
