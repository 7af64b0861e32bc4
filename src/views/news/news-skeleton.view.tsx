import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import css from './news.module.css';

export const NewsSkeleton = (): ReactNode => {
  const { t } = useTranslation('content');
  return (
    <Loading label={t('list.loading')}>
      <div className={css['cards']}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((bone) => (
          <Skeleton key={bone} height={360} />
        ))}
      </div>
    </Loading>
  );
};
