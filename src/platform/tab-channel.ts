import { attempt } from './attempt.ts';
import type { Browser } from './browser.ts';
import { createListeners } from './listeners.ts';

/**
 * Messages between the tabs of this browser. A tab does not receive its own messages. Without BroadcastChannel, as in Firefox without site
 * data, no message is sent or received.
 */
export const openTabChannel = (browser: Pick<Browser, 'BroadcastChannel'>, name: string) => {
  const listeners = createListeners<unknown>();
  const channel = attempt(() => {
    const { BroadcastChannel: Channel } = browser;
    const opened = Channel && new Channel(name);
    if (opened) opened.onmessage = ({ data }) => listeners.call(data);
    return opened;
  });
  return {
    /** Never throws: the caller may be in the middle of something that the player waits for. */
    post: (message: unknown): void => void attempt(() => channel?.postMessage(message)),
    listen: listeners.add,
  };
};

export type TabChannel = ReturnType<typeof openTabChannel>;
