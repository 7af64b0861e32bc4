import { type RefObject, useEffect, useRef } from 'react';

/** Takes the reader to the heading of the step that has just opened; `unled`: screens one arrives at by hand. */
export const useStepFocus = (name: string, unled: readonly string[]): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(name);
  useEffect(() => {
    const before = shown.current;
    shown.current = name;
    if (before !== name && !unled.includes(before) && !unled.includes(name)) heading.current?.focus();
  }, [name, unled]);
  return heading;
};
