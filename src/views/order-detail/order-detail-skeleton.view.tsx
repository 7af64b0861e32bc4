import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import css from './order-detail.module.css';

/** The order page in its final shape, while the order loads. */
export const OrderDetailSkeleton = (): ReactNode => {
  const { t } = useTranslation('order');
  return (
    <Loading label={t('loading')}>
      <div className={css['columns']}>
        <Skeleton height={188} />
        <Skeleton height={300} />
        <Skeleton height={420} />
      </div>
    </Loading>
  );
};
