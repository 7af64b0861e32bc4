import { useTranslation } from 'react-i18next';
import { initialRecord } from '../../../machines/order/order.purchase.ts';
import type { PaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { Button } from '../../ui/button.tsx';
import { OrderTimeline } from '../order/order-timeline.view.tsx';
import { SupportButton } from '../order/support-button.view.tsx';
import { TimeLeft } from '../order/time-left.view.tsx';
import css from './payment.module.css';
import { PaymentFacts } from './payment-facts.view.tsx';

export type OpenScreen = Extract<PaymentScreen, { readonly name: 'unpaid' | 'last-check' | 'deferred' }>;

/** A pending order on the page: behind the dialog, or deferred. */
export const PaymentWaiting = ({
  screen,
  onContinue,
}: {
  readonly screen: OpenScreen;
  readonly onContinue?: () => void;
}) => {
  const { t } = useTranslation('payment');
  const { ticket, record, deadlineAt } = screen;
  const known = record ?? initialRecord(ticket);
  return (
    <section className={css['panel']} data-payment={screen.name}>
      <h2>{onContinue ? t('deferred.title') : t('awaiting.resumedTitle')}</h2>
      {onContinue && (
        <>
          <p>{t('deferred.text')}</p>
          <TimeLeft deadlineAt={deadlineAt} silent />
          <Button track="payment_continue" size="lg" onClick={onContinue}>
            {t('deferred.continue')}
          </Button>
        </>
      )}
      <OrderTimeline record={known} />
      <PaymentFacts screen={screen} />
      <SupportButton ticket={ticket} record={record} />
    </section>
  );
};
