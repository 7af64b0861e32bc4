import type { MouseEvent } from 'react';
import { useBrowserActions, usePlayer } from './portal.context.tsx';

/** Shown in the blank window until its page loads. */
type WindowText = { readonly title: string; readonly text: string };

/** Opens an external link as the signed-in player. Without a login, or with a blocked window, it opens like any other link. */
export const useExternalLink = (): ((url: string, text: WindowText) => (event: MouseEvent) => void) => {
  const player = usePlayer();
  const { openLinkWindow } = useBrowserActions();
  return (url, text) => (event) => {
    const windowRef = player && openLinkWindow(text);
    if (!player || !windowRef) return;
    event.preventDefault();
    player.send({ type: 'link.open', url, windowRef });
  };
};
