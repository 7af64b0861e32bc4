import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

const Nothing = () => null;

/** A part of the frame in a later chunk; when its code does not come, the page goes on without it. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return { default: Nothing };
    }
  });
