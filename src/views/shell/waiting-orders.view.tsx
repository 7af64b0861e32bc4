import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { selectWaitingOrders } from '../../../machines/signed-in/signed-in.screens.ts';
import { usePlayer } from '../app/portal.context.tsx';
import { ContinuePayment } from '../payment/continue-payment.view.tsx';
import css from './frame.module.css';

const NONE: readonly string[] = [];

/** Deferred orders that can still be paid, above every page. */
export const WaitingOrders = (): ReactNode => {
  const { t } = useTranslation('portal');
  const orderIds = useSelector(usePlayer(), (snapshot) => (snapshot ? selectWaitingOrders(snapshot) : NONE));
  if (orderIds.length === 0) return null;
  return (
    <section className={css['waiting']} aria-label={t('frame.waiting')}>
      {orderIds.map((orderId) => (
        <ContinuePayment key={orderId} orderId={orderId} />
      ))}
    </section>
  );
};
