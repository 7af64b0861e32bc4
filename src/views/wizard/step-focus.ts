import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the heading of a step when it opens; no focus moves from or to the screens in `ignored`. */
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
