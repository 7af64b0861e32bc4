import { useRef, useState } from 'react';

export type Room = { readonly width: number; readonly height: number };

/** The space inside an element in px, and the ref that watches it. */
export const useRoom = (): readonly [Room, (node: HTMLElement | null) => (() => void) | undefined] => {
  const [room, setRoom] = useState<Room>({ width: 0, height: 0 });
  const watch = useRef((node: HTMLElement | null) => {
    if (!node) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(node);
    return () => observer.disconnect();
  });
  return [room, watch.current];
};
