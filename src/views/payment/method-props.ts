import type { PaymentScreen } from '../../../machines/payment/payment.screens.ts';
import type { PaymentActor } from '../order/payment-actor.ts';

/** Props of the view of a payment method: the order that waits for its payment. */
export type MethodProps = {
  readonly actor: PaymentActor;
  readonly screen: Extract<PaymentScreen, { readonly name: 'unpaid' }>;
};
