import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '../../loader/chunk-deadline.ts';
import { Loading, Skeleton, SkeletonList } from '../../ui/skeleton.tsx';
import css from './lazy-page.module.css';
import { PageBoundary } from './page-boundary.view.tsx';
import { useBrowserActions } from './portal.context.tsx';

const PageSkeleton = () => {
  const { t } = useTranslation('portal');
  return (
    <Loading label={t('frame.loading')}>
      <div className={css['skeleton']}>
        <Skeleton width="50%" height={36} />
        <SkeletonList rows={3} height={96} />
      </div>
    </Loading>
  );
};

const PageDrawnSignal = () => {
  const { markPageDrawn } = useBrowserActions();
  useEffect(markPageDrawn, [markPageDrawn]);
  return null;
};

/** A page in its boundary. `take`: the component for the next visit. `fallback`: shown until its code is loaded. */
export const pageOf =
  <Props extends object>(take: () => ComponentType<Props>): ComponentType<Props & { readonly fallback?: ReactNode }> =>
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
  const preload = async (): Promise<void> => {
    await loadComponent().catch(() => {});
  };
  return Object.assign(pageOf(take), { take, preload });
};
