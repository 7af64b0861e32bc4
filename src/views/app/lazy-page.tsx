import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { loadChunk } from '../../chunks/chunk-deadline.ts';
import { PageBoundary } from './page-boundary.view.tsx';
import { PageSkeleton } from './page-skeleton.view.tsx';

/** A page in a chunk of its own. */
export type PageCode<Props extends object> = {
  readonly name: string;
  /** What the next visit draws; a failed load is not remembered beyond its visit. */
  readonly take: () => LazyExoticComponent<ComponentType<Props>>;
  /** Fetches the code ahead of the visit; a failure shows only when the page is opened. */
  readonly preload: () => void;
};

export const lazyPage = <Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): PageCode<Props> => {
  const fresh = (): LazyExoticComponent<ComponentType<Props>> =>
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

/** Stands behind a page's code: the first time it is drawn, the portal can be used. */
const Ready = (): ReactNode => {
  useEffect(() => {
    if (performance.getEntriesByName(READY).length === 0) performance.mark(READY);
  }, []);
  return null;
};

type VisitProps<Props extends object> = {
  readonly code: PageCode<Props>;
  readonly props: Props;
  /** Drawn until the code is there; a whole page's skeleton unless told. */
  readonly meanwhile?: ReactNode;
};

const Visit = <Props extends object>({ code, props, meanwhile = <PageSkeleton /> }: VisitProps<Props>): ReactNode => {
  const [Page] = useState(code.take);
  return (
    <PageBoundary>
      <Suspense fallback={meanwhile}>
        <Page {...props} />
        <Ready />
      </Suspense>
    </PageBoundary>
  );
};

/** A skeleton while the page's code loads, and a way out when it does not come (ROUTE-13). */
export const LazyPage = <Props extends object>(visit: VisitProps<Props>): ReactNode => (
  <Visit key={visit.code.name} {...visit} />
);
