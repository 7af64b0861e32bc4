import { useTranslation } from 'react-i18next';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import steps from './steps.module.css';
import css from './wizard.module.css';

/** As many cards as the list usually has, in their final size. */
export const ListSkeleton = ({
  label,
  rows,
  columns,
  height,
}: {
  readonly label: string;
  readonly rows: number;
  readonly columns: 2 | 3;
  readonly height: number;
}) => (
  <Loading label={label}>
    <div className={steps['skeletons']} data-columns={columns}>
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal and without identity
        <Skeleton key={at} height={height} radius={12} />
      ))}
    </div>
  </Loading>
);

/** The page before the wizard starts. */
export const WizardSkeleton = () => {
  const { t } = useTranslation('recharge');
  return (
    <div className={css['page']} data-state="inactive">
      <header className={css['head']}>
        <h1>{t('title')}</h1>
      </header>
      <div className={css['columns']}>
        <ListSkeleton label={t('recipient.loading')} rows={4} columns={2} height={64} />
      </div>
    </div>
  );
};
