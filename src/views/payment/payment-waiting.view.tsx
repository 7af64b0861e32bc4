import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { initialRecord } from '../../../machines/order/order.purchase.ts';
import type { PaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { Button } from '../../ui/button.tsx';
import { OrderTimeline } from '../order/order-timeline.view.tsx';
import type { PaymentActor } from '../order/payment-actor.ts';
import { SupportButton } from '../order/support-button.view.tsx';
import { TimeLeft } from '../order/time-left.view.tsx';
import css from './payment.module.css';
import { PaymentFacts } from './payment-facts.view.tsx';

/** A tracked order in a state of its payment. */
export type PaymentProps<Name extends PaymentScreen['name']> = {
  readonly actor: PaymentActor;
  readonly screen: Extract<PaymentScreen, { readonly name: Name }>;
};

type WaitingProps = Pick<PaymentProps<'unpaid' | 'last-check' | 'deferred'>, 'screen'> & {
  readonly onContinue?: () => void;
};

/** A pending order on the page: behind the dialog, or deferred. */
export const PaymentWaiting = ({ screen, onContinue }: WaitingProps) => {
  const { t } = useTranslation('payment');
  const { ticket, record, deadlineAt } = screen;
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
      <OrderTimeline record={record ?? initialRecord(ticket)} />
      <PaymentFacts screen={screen} />
      <SupportButton ticket={ticket} record={record} />
    </section>
  );
};

export const PaymentActions = ({ actor }: { readonly actor: PaymentActor }) => {
  const { t } = useTranslation('payment');
  const canComplete = useSelector(actor, (snapshot) => snapshot.can({ type: 'payment.completed' }));
  const canDefer = useSelector(actor, (snapshot) => snapshot.can({ type: 'payment.later' }));
  return (
    <>
      <Button
        track="payment_later"
        variant="secondary"
        disabled={!canDefer}
        onClick={() => actor.send({ type: 'payment.later' })}
      >
        {t('awaiting.later')}
      </Button>
      <Button
        track="payment_completed"
        icon="check"
        busy={!canComplete}
        onClick={() => actor.send({ type: 'payment.completed' })}
      >
        {canComplete ? t('awaiting.completed') : t('awaiting.checking')}
      </Button>
    </>
  );
};
