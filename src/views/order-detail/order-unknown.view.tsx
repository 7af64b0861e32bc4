import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture } from '../../art/picture.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { playerText } from '../order/player-text.ts';
import css from './order-detail.module.css';

export const OrderUnknown = ({ orderId }: { readonly orderId: string }): ReactNode => {
  const { t } = useTranslation('order');
  const id = playerText(orderId);
  return (
    <div className={css['unknown']} role="status" data-announced>
      <Picture name="empty-order" fallback="empty-order" width={160} height={120} />
      <h2>{t('unknown.title')}</h2>
      <p>{unbroken(t('unknown.text', { id }), id)}</p>
    </div>
  );
};
