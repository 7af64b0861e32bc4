import { type RefObject, useEffect, useRef } from 'react';

/**
 * After a navigation or a login, scrolls to the top and focuses the main heading as soon as it exists. The first page keeps its focus.
 * `page`: null while there is no page.
 */
export const useHeadingFocus = (main: RefObject<HTMLElement | null>, page: string | null): void => {
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (page === null) return;
    const before = shown.current;
    shown.current = page;
    const root = main.current;
    if (before === null || before === page || !root) return;
    const move = (): boolean => {
      const heading = root.querySelector<HTMLElement>('h1');
      if (!heading) return false;
      heading.tabIndex = -1;
      root.ownerDocument.documentElement.scrollTop = 0;
      heading.focus({ preventScroll: true });
      return true;
    };
    if (move()) return;
    const observer = new MutationObserver(() => {
      if (move()) observer.disconnect();
    });
    observer.observe(root, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [main, page]);
};
