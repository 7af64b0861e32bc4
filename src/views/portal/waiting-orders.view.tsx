import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ContinuePayment } from '../payment/continue-payment.view.tsx';
import css from './frame.module.css';

/** The orders that were put aside and can still be paid, above every page. */
export const WaitingOrders = ({ orderIds }: { readonly orderIds: readonly string[] }): ReactNode => {
  const { t } = useTranslation('portal');
  return (
    <section className={css['waiting']} aria-label={t('frame.waiting')}>
      {orderIds.map((orderId) => (
        <ContinuePayment key={orderId} orderId={orderId} />
      ))}
    </section>
  );
};
