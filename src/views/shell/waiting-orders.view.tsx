import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { selectWaitingOrders } from '../../../machines/signed-in/signed-in.screens.ts';
import { Icon } from '../../ui/icon.tsx';
import { Announcer } from '../../ui/live-region.tsx';
import { usePlayer } from '../app/portal.context.tsx';
import { ContinuePayment } from '../payment/continue-payment.view.tsx';
import css from './waiting-orders.module.css';

const NONE: readonly string[] = [];

/** Deferred orders that can still be paid, above every page: one is shown directly, several are one line that expands. */
export const WaitingOrders = () => {
  const { t } = useTranslation(['portal', 'payment']);
  const orderIds = useSelector(usePlayer(), (snapshot) => (snapshot ? selectWaitingOrders(snapshot) : NONE));
  const section = useRef<HTMLElement>(null);
  const known = useRef(orderIds.length);
  // After Later, the page is still scrolled to what was paid.
  useEffect(() => {
    if (orderIds.length > known.current) section.current?.scrollIntoView({ block: 'center' });
    known.current = orderIds.length;
  }, [orderIds.length]);
  const orders = orderIds.map((orderId) => <ContinuePayment key={orderId} orderId={orderId} />);
  return (
    <>
      <Announcer message={orderIds.length ? t('portal:frame.waiting') : ''} />
      {orderIds.length > 0 && (
        <section ref={section} className={css['waiting']} aria-label={t('portal:frame.waiting')}>
          {orderIds.length === 1 ? (
            orders
          ) : (
            <details className={css['several']}>
              <summary>
                <Icon name="clock" />
                <span>{t('payment:banner.several', { count: orderIds.length })}</span>
              </summary>
              {orders}
            </details>
          )}
        </section>
      )}
    </>
  );
};
