import type { MouseEvent } from 'react';
import { useBrowserActions, usePlayer } from './portal.context.tsx';

/** What the blank window says until its page comes. */
type Words = { readonly title: string; readonly text: string };

/**
 * For a link that leads out of the portal: whoever is logged in arrives there under their own name. When nobody is, or when the window
 * for that is blocked, the link opens like any other.
 */
export const useOutsideLink = (): ((url: string, words: Words) => (event: MouseEvent) => void) => {
  const player = usePlayer();
  const { openLinkWindow } = useBrowserActions();
  return (url, words) => (event) => {
    const windowRef = player && openLinkWindow(words);
    if (!player || !windowRef) return;
    event.preventDefault();
    player.send({ type: 'link.open', url, windowRef });
  };
};
