import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { paymentMachine } from '../../../machines/payment/payment.machine.ts';
import { usePortal } from '../portal/portal.context.tsx';

export type PaymentActor = ActorRefFrom<typeof paymentMachine>;

/** The actor that follows one order, if the root follows it. */
export const usePaymentActor = (orderId: string): PaymentActor | undefined =>
  useSelector(usePortal(), ({ children }) => children[`payment.${orderId}`]);
