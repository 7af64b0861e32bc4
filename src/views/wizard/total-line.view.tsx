import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './total.module.css';

/** The amount to pay; a dash until something is chosen. */
export const TotalLine = ({ children }: { readonly children: ReactNode }): ReactNode => {
  const { t } = useTranslation('recharge');
  return (
    <p className={css['total']}>
      <span>{t('summary.total')}</span>
      {children ?? <span className={css['none']}>–</span>}
    </p>
  );
};
