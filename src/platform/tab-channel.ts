import type { Browser } from './browser.ts';

/** Messages between the tabs of this browser. A tab does not receive its own messages. */
export type TabChannel = {
  readonly post: (message: unknown) => void;
  readonly listen: (listener: (message: unknown) => void) => () => void;
};

/** Without BroadcastChannel no message is sent or received. */
export const openTabChannel = (
  { BroadcastChannel: Channel }: Pick<Browser, 'BroadcastChannel'>,
  name: string,
): TabChannel => {
  if (!Channel) return { post: () => {}, listen: () => () => {} };
  const channel = new Channel(name);
  const listeners = new Set<(message: unknown) => void>();
  channel.onmessage = ({ data }) => {
    for (const listener of listeners) listener(data);
  };
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
