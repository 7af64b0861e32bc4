import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';
import { loadChunk } from '../../chunks/chunk-deadline.ts';
import { usePlayer } from './portal.context.tsx';

const Nothing = () => null;

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
  /** The component to draw now; the same one while `isPlaying` stays the same. */
  readonly take: (isPlaying: boolean) => LazyExoticComponent<ComponentType<Props>>;
};

/** A part that failed to load is loaded once more after the rest of the signed-in code. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): PartCode<Props> => {
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
    take: (isPlaying) => {
      if (!isPlaying) return early;
      late ??= hasFailed ? fresh() : early;
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
  const Code = code.take(usePlayer() !== undefined);
  return <Code {...props} />;
};
