import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../machines/order/order.types.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import css from './total.module.css';

/** The exact price, in dollars and in E Points. */
export const Price = ({ item }: { readonly item: Item }): ReactNode => {
  const { i18n } = useTranslation();
  return (
    <span className={css['price']}>
      <strong>{formatUsd(item.price.minor, i18n.language)}</strong>
      <small>{formatEPoints(item.epointPrice, i18n.language)}</small>
    </span>
  );
};

export const Total = ({ item }: { readonly item: Item | null }): ReactNode => {
  const { t } = useTranslation('recharge');
  return (
    <p className={css['total']}>
      <span>{t('summary.total')}</span>
      {item ? <Price item={item} /> : <span className={css['none']}>–</span>}
    </p>
  );
};
