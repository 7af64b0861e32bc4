import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { loadChunk } from '../../loader/chunk-deadline.ts';
import { PageBoundary } from './page-boundary.view.tsx';
import { PageSkeleton } from './page-skeleton.view.tsx';
import { useBrowserActions } from './portal.context.tsx';

/** Rendered with the page; reports that the page is drawn. */
const PageDrawnSignal = () => {
  const { markPageDrawn } = useBrowserActions();
  useEffect(markPageDrawn, [markPageDrawn]);
  return null;
};

type VisitProps = {
  /** Shown until the code is loaded; by default the skeleton of a page. */
  readonly fallback?: ReactNode;
};

/** A page in its boundary. `take`: the component for the next visit. */
export const pageOf =
  <Props extends object>(take: () => ComponentType<Props>): ComponentType<Props & VisitProps> =>
  ({ fallback = <PageSkeleton />, ...props }) => {
    const [Page] = useState(take);
    return (
      <PageBoundary>
        <Suspense fallback={fallback}>
          <Page {...(props as Props)} />
          <PageDrawnSignal />
        </Suspense>
      </PageBoundary>
    );
  };

/**
 * A page whose code is a separate chunk. It shows a skeleton while its code loads, and a refresh button when it fails to load (ROUTE-13).
 * A failed load is retried on the next visit. `take` draws the page immediately if its code is loaded. `preload` loads the code before the
 * visit; a failure shows only when the page opens. It never rejects.
 */
export const lazyPage = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  let loaded: ComponentType<Props> | null = null;
  const loadComponent = async (): Promise<ComponentType<Props>> => {
    loaded = await load();
    return loaded;
  };
  const createLazyComponent = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await loadChunk(loadComponent) };
      } catch (error) {
        current = createLazyComponent();
        throw error;
      }
    });
  let current = createLazyComponent();
  const take = () => loaded ?? current;
  const preload = () =>
    loadComponent().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(pageOf(take), { take, preload });
};
