import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture } from '../../art/picture.tsx';
import { playerText } from '../order/player-text.ts';
import css from './order-detail.module.css';

export const OrderUnknown = ({ orderId }: { readonly orderId: string }): ReactNode => {
  const { t } = useTranslation('order');
  return (
    <div className={css['unknown']} role="status" data-announced>
      <Picture name="empty-order" fallback="empty-order" width={160} height={120} />
      <h2>{t('unknown.title')}</h2>
      <p>{t('unknown.text', { id: playerText(orderId) })}</p>
    </div>
  );
};
