import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react';
import { loadChunk } from '../../chunks/chunk-deadline.ts';
import { usePlayer } from './portal.context.tsx';

const Nothing = () => null;

/** Something small in a later chunk, with a stand-in that is good enough when its code does not arrive. */
export const lazyWithStandIn = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  StandIn: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    try {
      return { default: await loadChunk(load) };
    } catch {
      return { default: StandIn };
    }
  });

/** A part of the frame in a later chunk. */
export type PartCode<Props extends object> = {
  /** The component to draw now; the same one while `isPlaying` stays the same. */
  readonly take: (isPlaying: boolean) => LazyExoticComponent<ComponentType<Props>>;
};

/** A part that failed to load loads once more when the rest of the signed-in code is there. */
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

/** Draws nothing when the code does not arrive: then the root machine says so on the page (`load-failed`). */
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
