import { type RefObject, useEffect, useRef } from 'react';
import { onNodesChanged } from '../../ui/dom-changes.ts';

/** Scrolls to the heading; to the top if it is the heading of the page. */
export const focusHeading = (heading: HTMLElement): void => {
  const isTop = heading.tagName === 'H1';
  heading.tabIndex = -1;
  if (isTop) heading.ownerDocument.documentElement.scrollTop = 0;
  heading.focus({ preventScroll: isTop });
};

/**
 * After a navigation, a login or a retry, scrolls to the top and focuses the main heading as soon as it exists and no notice of an expired
 * session covers it. The first page keeps its focus. `page`: null while there is no page.
 */
export const useHeadingFocus = (main: RefObject<HTMLElement | null>, page: string | null): void => {
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const before = shown.current;
    shown.current = page ?? (before && '');
    const root = main.current;
    if (before === null || before === page || !root) return;
    const { ownerDocument } = root;
    const move = () => {
      const heading = root.querySelector<HTMLElement>('h1');
      if (!heading || ownerDocument.querySelector('dialog[data-state=expired-notice]')) return;
      stop();
      focusHeading(heading);
    };
    const stop = onNodesChanged(ownerDocument, move);
    move();
    return stop;
  }, [main, page]);
};
