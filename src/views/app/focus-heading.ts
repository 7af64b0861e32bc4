import { type RefObject, useEffect, useRef } from 'react';
import { onNodesChanged } from '../../ui/dom-changes.ts';

/** Scrolls to the heading; to the top if it is the heading of the page. */
const focusHeading = (heading: HTMLElement): void => {
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

export type HeadingRef = RefObject<HTMLHeadingElement | null>;

/**
 * Focuses the returned heading when other content is shown and the control that led to it is gone, for example after a retry. A control
 * that is still there keeps the focus, and the first content does not move it. `content`: null while it loads, or while a failure above it
 * offers a retry.
 */
export const useContentFocus = (content: string | null): HeadingRef => {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<string | null>(null);
  useEffect(() => {
    const before = shown.current;
    shown.current = content ?? (before && '');
    const element = heading.current;
    if (content === null || before === null || before === content) return;
    if (element && element.ownerDocument.activeElement === element.ownerDocument.body) focusHeading(element);
  }, [content]);
  return heading;
};
