import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../machines/order/order.types.ts';
import { formatEPoints, formatUsd } from '../../i18n/formats.ts';
import css from '../wizard/total.module.css';

/** The exact price in dollars and E Points; what the player pays with is first. */
export const Price = ({ item, inPoints }: { readonly item: Item; readonly inPoints: boolean }): ReactNode => {
  const { i18n } = useTranslation();
  const dollars = formatUsd(item.price.minor, i18n.language);
  const points = formatEPoints(item.epointPrice, i18n.language);
  return (
    <span className={css['price']}>
      <strong>{inPoints ? points : dollars}</strong>
      <small>{inPoints ? dollars : points}</small>
    </span>
  );
};

export const Total = ({ item, inPoints }: { readonly item: Item | null; readonly inPoints: boolean }): ReactNode => {
  const { t } = useTranslation('recharge');
  return (
    <p className={css['total']}>
      <span>{t('summary.total')}</span>
      {item ? <Price item={item} inPoints={inPoints} /> : <span className={css['none']}>–</span>}
    </p>
  );
};
