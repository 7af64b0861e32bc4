import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { loadChunk } from '../../loader/chunk-deadline.ts';
import { PageBoundary } from './page-boundary.view.tsx';
import { PageSkeleton } from './page-skeleton.view.tsx';
import { useBrowserActions } from './portal.context.tsx';

export type PageCode<Props extends object> = {
  readonly name: string;
  /** The component for the next visit: drawn immediately if its code is loaded. */
  readonly take: () => ComponentType<Props>;
};

/** A page whose code is a separate chunk. */
type LazyPageCode<Props extends object> = PageCode<Props> & {
  /** Loads the code before the visit; a failure shows only when the page opens. Never rejects. */
  readonly preload: () => Promise<void>;
};

/** A failed load is retried on the next visit. */
export const lazyPage = <Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): LazyPageCode<Props> => {
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
  return {
    name,
    take: () => loaded ?? current,
    preload: () =>
      loadComponent().then(
        () => undefined,
        () => undefined,
      ),
  };
};

/** Rendered with the page; reports that the page is drawn. */
const PageDrawnSignal = (): ReactNode => {
  const { markPageDrawn } = useBrowserActions();
  useEffect(markPageDrawn, [markPageDrawn]);
  return null;
};

type VisitProps<Props extends object> = {
  readonly code: PageCode<Props>;
  readonly props: Props;
  /** Shown until the code is loaded; by default the skeleton of a page. */
  readonly fallback?: ReactNode;
};

const Visit = <Props extends object>({ code, props, fallback = <PageSkeleton /> }: VisitProps<Props>): ReactNode => {
  const [Page] = useState(code.take);
  return (
    <PageBoundary>
      <Suspense fallback={fallback}>
        <Page {...props} />
        <PageDrawnSignal />
      </Suspense>
    </PageBoundary>
  );
};

/** Shows a skeleton while the code of a lazy page loads, and a refresh button when it fails to load (ROUTE-13). */
export const LazyPage = <Props extends object>(visit: VisitProps<Props>): ReactNode => (
  <Visit key={visit.code.name} {...visit} />
);
