import { type RefObject, useEffect, useRef } from 'react';
import { useContentFocus } from '../app/content-focus.ts';

/**
 * Focuses the heading of a step when it opens; the focus does not move from or to the screens in `ignored`. `content`: see `useContentFocus`.
 */
export const useStepFocus = (
  name: string,
  ignored: readonly string[],
  content: string | null,
): RefObject<HTMLHeadingElement | null> => {
  const heading = useContentFocus(content);
  const shown = useRef(name);
  useEffect(() => {
    const before = shown.current;
    shown.current = name;
    if (before !== name && !ignored.includes(before) && !ignored.includes(name)) heading.current?.focus();
  }, [name, ignored, heading]);
  return heading;
};
