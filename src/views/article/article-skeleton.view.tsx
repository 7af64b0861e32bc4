import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading, Skeleton, SkeletonList } from '../../ui/skeleton.tsx';
import css from './article.module.css';

export const ArticleSkeleton = (): ReactNode => {
  const { t } = useTranslation('content');
  return (
    <Loading label={t('article.loading')}>
      <div className={css['article']}>
        <Skeleton width={160} height={24} />
        <Skeleton width="85%" height={56} />
        <div className={css['placeholder']}>
          <Skeleton height="100%" />
        </div>
        <SkeletonList rows={5} height={22} />
      </div>
    </Loading>
  );
};
