import { useEffect, useRef } from 'react';

/** Fields in which a letter types or chooses. */
const TYPING = 'input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"]), select, textarea, dialog';
/** Elements that use the arrow keys themselves. */
const ARROWS = 'input, [tabindex="0"]';

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'> & {
  readonly target: { readonly closest?: (selector: string) => unknown } | null;
};

/** The key of a press; null if it belongs to the browser or to the focused control. */
export const pageKey = ({ key, ctrlKey, metaKey, altKey, defaultPrevented, target }: KeyPress): string | null => {
  if (ctrlKey || metaKey || altKey || defaultPrevented || target?.closest?.(TYPING)) return null;
  return key.startsWith('Arrow') && target?.closest?.(ARROWS) ? null : key;
};

export const useKeys = (actions: Readonly<Record<string, () => void>>): void => {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const act = current.current[pageKey(event as KeyPress) ?? ''];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
};
