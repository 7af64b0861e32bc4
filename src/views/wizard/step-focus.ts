import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the heading of a step when it opens; the focus does not move from or to the screens in `ignored`. */
export const useStepFocus = (name: string, ignored: readonly string[]): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(name);
  useEffect(() => {
    const before = shown.current;
    shown.current = name;
    if (before !== name && !ignored.includes(before) && !ignored.includes(name)) heading.current?.focus();
  }, [name, ignored]);
  return heading;
};

/**
 * Focuses the heading of the page and scrolls to it when the other half of the page opens and the control that opened it is gone.
 * A switch that is still there keeps the focus.
 */
export const useTargetFocus = (target: string): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(target);
  useEffect(() => {
    const before = shown.current;
    shown.current = target;
    const page = heading.current?.ownerDocument;
    if (before === target || !page || page.activeElement !== page.body) return;
    page.documentElement.scrollTop = 0;
    heading.current?.focus({ preventScroll: true });
  }, [target]);
  return heading;
};
