import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, useState } from 'react';
import { loadChunk } from '../../chunks/chunk-deadline.ts';
import { usePlayer } from './portal.context.tsx';

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

/** A part of the frame whose code is in a later chunk. */
export type PartCode<Props extends object> = {
  readonly take: () => ComponentType<Props>;
  /** After a failed load: the same component each time, which loads once more. */
  readonly takeAgain: () => ComponentType<Props> | null;
};

/**
 * A part that failed to load is loaded once more after the rest of the signed-in code. `peek`: the component if its code is
 * loaded, as React draws what it had to wait for 300 ms after its fallback.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  peek: () => ComponentType<Props> | null,
): PartCode<Props> => {
  let hasFailed = false;
  const fresh = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(async () => {
      try {
        return { default: await loadChunk(load) };
      } catch {
        hasFailed = true;
        return { default: Nothing };
      }
    });
  const early = fresh();
  let late: typeof early | null = null;
  return {
    take: () => peek() ?? early,
    takeAgain: () => {
      if (hasFailed) late ??= fresh();
      return late;
    },
  };
};

/** Draws nothing when the code fails to load: the root machine then shows `load-failed`. */
export const LazyPart = <Props extends object>({
  code,
  props,
}: {
  readonly code: PartCode<Props>;
  readonly props: Props;
}): ReactNode => {
  const [Early] = useState(code.take);
  const isPlaying = usePlayer() !== undefined;
  const Code = (isPlaying && code.takeAgain()) || Early;
  return <Code {...props} />;
};
