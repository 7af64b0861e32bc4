import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { selectPaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { type PaymentActor, usePaymentActor } from '../order/payment-actor.ts';
import { LastCheck } from './last-check.view.tsx';
import { METHOD_VIEWS } from './method-views.ts';
import { PaymentResult } from './payment-result.view.tsx';
import { PaymentWaiting } from './payment-waiting.view.tsx';

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

/** The payment of one order on the top-up page: how it is paid while it is pending, then a timeline. */
export const PaymentView = ({ orderId }: { readonly orderId: string }) => {
  const actor = usePaymentActor(orderId);
  return actor ? <TrackedPayment key={orderId} actor={actor} /> : null;
};
