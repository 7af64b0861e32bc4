import type { Browser } from './browser.ts';

/** Messages between the tabs of this browser; a tab does not hear itself. What arrives is unknown until it is parsed. */
export type TabChannel = {
  readonly post: (message: unknown) => void;
  readonly listen: (hear: (message: unknown) => void) => () => void;
};

/** Without BroadcastChannel every tab is alone. */
export const openTabChannel = (
  { BroadcastChannel: Channel }: Pick<Browser, 'BroadcastChannel'>,
  name: string,
): TabChannel => {
  if (!Channel) return { post: () => {}, listen: () => () => {} };
  const channel = new Channel(name);
  const listeners = new Set<(message: unknown) => void>();
  channel.onmessage = ({ data }) => {
    for (const hear of listeners) hear(data);
  };
  return {
    post: (message) => channel.postMessage(message),
    listen: (hear) => {
      listeners.add(hear);
      return () => {
        listeners.delete(hear);
      };
    },
  };
};
