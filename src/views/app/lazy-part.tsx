import { type ComponentType, type LazyExoticComponent, lazy, useState } from 'react';
import { loadChunk } from '../../loader/chunk-deadline.ts';

export const Nothing = () => null;

/** A small component in a later chunk, with a fallback for when its code fails to load. */
export const lazyWithFallback = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    try {
      return { default: await loadChunk(load) };
    } catch {
      return { default: Fallback };
    }
  });

/**
 * A part of the frame whose code is in a later chunk. `load` never rejects. `peek` returns the component if its code is loaded, because
 * React shows a fallback for at least 300 ms.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  peek: () => ComponentType<Props> | null,
): ComponentType<Props> => {
  const late = lazy(async () => ({ default: await load() }));
  return (props) => {
    const [Code] = useState(() => peek() ?? late);
    return <Code {...props} />;
  };
};
