import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../machines/order/order.types.ts';
import { formatUsd } from '../../i18n/formats.ts';
import css from '../wizard/total.module.css';

export const UsdPrice = ({ item: { price } }: { readonly item: Item }): ReactNode => (
  <span className={css['price']}>
    <strong>{formatUsd(price.minor, useTranslation().i18n.language)}</strong>
  </span>
);
