import { useEffect, useRef } from 'react';
import { actionOf, type KeyAction } from './key-map.ts';

/** Does what the key map has for a key. A component adds the actions that it can do. */
export const useKeys = (actions: Partial<Record<KeyAction, () => void>>): void => {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const action = actionOf(event);
      const act = action && current.current[action];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
};
