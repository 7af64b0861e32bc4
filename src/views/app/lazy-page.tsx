import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { ChunkFailure, loadChunk } from '../../chunks/chunk-deadline.ts';
import { PageBoundary } from './page-boundary.view.tsx';
import { PageSkeleton } from './page-skeleton.view.tsx';
import { useBrowserActions, usePlayer } from './portal.context.tsx';

export type PageCode<Props extends object> = {
  readonly name: string;
  /** The component for the next visit: drawn at once if its code is loaded. */
  readonly take: () => ComponentType<Props>;
};

/** A page whose code is a separate chunk. */
type LazyPageCode<Props extends object> = PageCode<Props> & {
  /** Loads the code before the visit; a failure shows only when the page opens. */
  readonly preload: () => void;
};

/** A failed load is retried on the next visit. `AfterRefusal`: drawn instead of the error of a chunk that was refused. */
export const lazyPage = <Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  AfterRefusal?: ComponentType<Props>,
): LazyPageCode<Props> => {
  let loaded: ComponentType<Props> | null = null;
  const remember = async (): Promise<ComponentType<Props>> => {
    loaded = await load();
    return loaded;
  };
  const fresh = (): ComponentType<Props> =>
    lazy(async () => {
      try {
        return { default: await loadChunk(remember) };
      } catch (error) {
        current = fresh();
        if (AfterRefusal && error instanceof ChunkFailure && !error.timedOut) return { default: AfterRefusal };
        throw error;
      }
    });
  let current = fresh();
  return { name, take: () => loaded ?? current, preload: () => void remember().catch(() => undefined) };
};

/** Rendered with the page. */
const Drawn = (): ReactNode => {
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
        <Drawn />
      </Suspense>
    </PageBoundary>
  );
};

/** A skeleton while the code of a lazy page loads, and a refresh when it fails to load (ROUTE-13). */
export const LazyPage = <Props extends object>(visit: VisitProps<Props>): ReactNode => (
  <Visit key={visit.code.name} {...visit} />
);

/**
 * A page that opens before the signed-in code is loaded, and shares chunks with it. After a refusal it shows its skeleton
 * until that code is loaded, and then loads again: meanwhile the root machine decides about `load-failed`.
 */
export const earlyPage = <Props extends object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): LazyPageCode<Props> => {
  const late = lazyPage(name, load);
  return lazyPage(name, load, (props) =>
    usePlayer() === undefined ? <PageSkeleton /> : <LazyPage code={late} props={props} />,
  );
};
