import { useSelector } from '@xstate/react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MethodKind } from '../../../machines/order/order.methods.ts';
import { selectPaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SupportLink } from '../app/support-link.view.tsx';
import { type PaymentActor, usePaymentActor } from '../order/payment-actor.ts';
import { SupportButton } from '../order/support-button.view.tsx';
import css from './payment.module.css';
import { PaymentFacts } from './payment-facts.view.tsx';
import { PaymentResult } from './payment-result.view.tsx';
import { PaymentActions, type PaymentProps, PaymentWaiting } from './payment-waiting.view.tsx';
import { PointPayment } from './points/point-payment.view.tsx';
import { RedirectPayment } from './redirect/redirect-payment.view.tsx';

/** The deadline has passed: the server's response decides. Until it arrives, the player may leave the dialog. */
const LastCheck = ({ actor, screen }: PaymentProps<'last-check'>) => {
  const { t } = useTranslation('payment');
  return (
    <>
      <PaymentWaiting screen={screen} />
      <Dialog
        open
        label={t('lastCheck.title')}
        data-state={screen.name}
        onDismiss={() => actor.send({ type: 'payment.later' })}
        actions={<PaymentActions actor={actor} />}
      >
        <div className={css['dialog']}>
          <p>{screen.failure ? t('lastCheck.trouble') : t('lastCheck.text')}</p>
          <PaymentFacts screen={screen} />
          <div className={css['support']}>
            <SupportButton ticket={screen.ticket} record={screen.record} />
            {screen.failure && <SupportLink variant="quiet" />}
          </div>
        </div>
      </Dialog>
    </>
  );
};

const METHOD_VIEWS: Readonly<Record<MethodKind, ComponentType<PaymentProps<'unpaid'>>>> = {
  redirect: RedirectPayment,
  points: PointPayment,
};

const TrackedPayment = ({ actor }: { readonly actor: PaymentActor }) => {
  const screen = useSelector(actor, selectPaymentScreen);
  const [opened] = useState(screen.name);
  if (screen.name === 'unpaid') {
    const Method = METHOD_VIEWS[screen.ticket.payment.kind];
    return <Method actor={actor} screen={screen} />;
  }
  if (screen.name === 'last-check') return <LastCheck actor={actor} screen={screen} />;
  if (screen.name === 'deferred')
    return <PaymentWaiting screen={screen} onContinue={() => actor.send({ type: 'payment.resume' })} />;
  return <PaymentResult actor={actor} screen={screen} animated={opened !== screen.name} />;
};

export const PaymentView = ({ orderId }: { readonly orderId: string }) => {
  const actor = usePaymentActor(orderId);
  return actor ? <TrackedPayment key={orderId} actor={actor} /> : null;
};
