import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import type { PaymentActor } from '../order/payment-actor.ts';

/** The buttons Later and Completed of a dialog. */
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
