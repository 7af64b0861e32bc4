import { attempt } from './attempt.ts';
import type { Browser } from './browser.ts';

/** Messages between the tabs of this browser. A tab does not receive its own messages. */
export type TabChannel = {
  /** Never throws: the caller may be in the middle of something that the player waits for. */
  readonly post: (message: unknown) => void;
  readonly listen: (listener: (message: unknown) => void) => () => void;
};

/** Without BroadcastChannel, as in Firefox without site data, no message is sent or received. */
export const openTabChannel = (browser: Pick<Browser, 'BroadcastChannel'>, name: string): TabChannel => {
  const listeners = new Set<(message: unknown) => void>();
  const channel = attempt(() => {
    const { BroadcastChannel: Channel } = browser;
    const opened = Channel && new Channel(name);
    if (opened)
      opened.onmessage = ({ data }) => {
        for (const listener of listeners) listener(data);
      };
    return opened;
  });
  return {
    post: (message) => void attempt(() => channel?.postMessage(message)),
    listen: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
