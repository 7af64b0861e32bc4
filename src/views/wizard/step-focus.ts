import { useLayoutEffect, useRef } from 'react';
import { type HeadingRef, useContentFocus } from '../app/content-focus.ts';

/** The choices above the heading come into view, the first one above all. The confirmation is about them, so its heading must not scroll them away. */
const focusStep = (heading: HTMLElement, name: string): void => {
  const step = heading.closest('li');
  for (const row of [step?.previousElementSibling, step?.parentElement?.firstElementChild])
    row?.scrollIntoView({ block: 'nearest' });
  heading.focus({ preventScroll: name === 'confirm' });
};

/**
 * Focuses the heading of a step when it opens; the focus does not move from or to the screens in `ignored`. `content`: see `useContentFocus`.
 */
export const useStepFocus = (name: string, ignored: readonly string[], content: string | null): HeadingRef => {
  const heading = useContentFocus(content);
  const shown = useRef(name);
  // Before the effects of the step, which may scroll further.
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = name;
    const isOther = before !== name && !ignored.includes(before) && !ignored.includes(name);
    if (isOther && heading.current) focusStep(heading.current, name);
  }, [name, ignored, heading]);
  return heading;
};
