import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { loadChunk } from '../../chunks/chunk-deadline.ts';
import { PageBoundary } from './page-boundary.view.tsx';
import { PageSkeleton } from './page-skeleton.view.tsx';

export type PageCode<Props extends object> = {
  readonly name: string;
  /** The component for the next visit. */
  readonly take: () => ComponentType<Props>;
};

/** A page whose code is a separate chunk. */
type LazyPageCode<Props extends object> = PageCode<Props> & {
  /** Loads the code before the visit; a failure shows only when the page opens. */
  readonly preload: () => void;
};

/** A failed load is retried on the next visit. */
export const lazyPage = <Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): LazyPageCode<Props> => {
  const fresh = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await loadChunk(load) };
      } catch (error) {
        current = fresh();
        throw error;
      }
    });
  let current = fresh();
  return { name, take: () => current, preload: () => void load().catch(() => undefined) };
};

const READY = 'app-ready';

/** Rendered with the first page: the portal is usable from then on. */
const Ready = (): ReactNode => {
  useEffect(() => {
    if (performance.getEntriesByName(READY).length > 0) return;
    performance.mark(READY);
    // The shell shows the picture of the first view only once.
    delete document.documentElement.dataset['firstView'];
  }, []);
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
        <Ready />
      </Suspense>
    </PageBoundary>
  );
};

/** A skeleton while the code of a lazy page loads, and a refresh when it fails to load (ROUTE-13). */
export const LazyPage = <Props extends object>(visit: VisitProps<Props>): ReactNode => (
  <Visit key={visit.code.name} {...visit} />
);
