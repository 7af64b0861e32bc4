import { useTranslation } from 'react-i18next';
import { Loading, Skeleton, SkeletonList } from '../../ui/skeleton.tsx';
import css from './page-skeleton.module.css';

/** Shown while the code of a page loads. */
export const PageSkeleton = () => {
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
