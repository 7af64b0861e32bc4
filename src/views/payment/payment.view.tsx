import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { type PaymentScreen, selectPaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { type PaymentActor, usePaymentActor } from '../order/payment-actor.ts';
import { PaymentDialog } from './payment-dialog.view.tsx';
import { PaymentResult } from './payment-result.view.tsx';
import { PaymentWaiting } from './payment-waiting.view.tsx';
import { PointPayment } from './point-payment.view.tsx';

const Points = ({
  actor,
  screen,
}: {
  readonly actor: PaymentActor;
  readonly screen: Extract<PaymentScreen, { readonly name: 'points' }>;
}): ReactNode => {
  const points = useSelector(actor, ({ children }) => children.pointPayment);
  return points ? <PointPayment actor={actor} points={points} screen={screen} /> : <PaymentWaiting screen={screen} />;
};

const TrackedPayment = ({ actor }: { readonly actor: PaymentActor }): ReactNode => {
  const screen = useSelector(actor, selectPaymentScreen);
  switch (screen.name) {
    case 'opening':
    case 'awaiting':
    case 'last-check':
      return (
        <>
          <PaymentWaiting screen={screen} />
          <PaymentDialog actor={actor} screen={screen} />
        </>
      );
    case 'points':
      return <Points actor={actor} screen={screen} />;
    case 'deferred':
      return <PaymentWaiting screen={screen} onContinue={() => actor.send({ type: 'payment.resume' })} />;
    case 'overdue':
    case 'failed':
    case 'paid':
    case 'delivered':
    case 'refunded':
    case 'unknown':
      return <PaymentResult actor={actor} screen={screen} />;
  }
};

/** The payment of one order on the top-up page: a dialog while it is pending, then a timeline. */
export const PaymentView = ({ orderId }: { readonly orderId: string }): ReactNode => {
  const actor = usePaymentActor(orderId);
  return actor ? <TrackedPayment actor={actor} /> : null;
};
