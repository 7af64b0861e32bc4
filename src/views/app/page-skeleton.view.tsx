import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading, Skeleton, SkeletonList } from '../../ui/skeleton.tsx';
import css from './page-skeleton.module.css';

/** While a page's code is on its way. */
export const PageSkeleton = (): ReactNode => {
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
