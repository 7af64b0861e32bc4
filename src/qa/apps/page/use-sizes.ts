import { useCallback, useRef, useState, useSyncExternalStore } from 'react';

export type ElementSize = { readonly width: number; readonly height: number };

/** The space inside an element in px, the ref that watches it, and the element. */
export const useElementSize = () => {
  const [size, setSize] = useState<ElementSize>({ width: 0, height: 0 });
  const element = useRef<HTMLElement | null>(null);
  const watch = useRef((node: HTMLElement | null) => {
    element.current = node;
    if (!node) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(node);
    return () => observer.disconnect();
  });
  return [size, watch.current, element] as const;
};

export const useMedia = (query: string): boolean => {
  const listen = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(listen, () => window.matchMedia(query).matches);
};

/** The theme of the system, which the page has too. */
export const useTheme = (): 'dark' | 'light' => (useMedia('(prefers-color-scheme: light)') ? 'light' : 'dark');
