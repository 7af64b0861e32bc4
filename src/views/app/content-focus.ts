import { type RefObject, useEffect, useRef } from 'react';
import { focusHeading } from './focus-heading.ts';

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
