import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { redirectPaymentMachine } from '../../../../machines/payment/redirect/redirect-payment.machine.ts';
import { selectRedirectPaymentScreen } from '../../../../machines/payment/redirect/redirect-payment.screens.ts';
import type { MethodProps } from '../method-props.ts';
import { PaymentWaiting } from '../payment-waiting.view.tsx';
import { RedirectDialog } from './redirect-dialog.view.tsx';

type RedirectActor = ActorRefFrom<typeof redirectPaymentMachine>;

const RunningRedirect = ({ actor, screen, method }: MethodProps & { readonly method: RedirectActor }): ReactNode => {
  const page = useSelector(method, selectRedirectPaymentScreen);
  return <RedirectDialog actor={actor} screen={screen} method={method} page={page} />;
};

/** An order that is paid on a page of the provider: a dialog over the order. */
export const RedirectPayment = ({ actor, screen }: MethodProps): ReactNode => {
  const method = useSelector(actor, ({ children }) => children['method.redirect']);
  return (
    <>
      <PaymentWaiting screen={screen} />
      {method && <RunningRedirect actor={actor} screen={screen} method={method} />}
    </>
  );
};
