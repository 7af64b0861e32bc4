import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { paymentMachine } from '../../../machines/payment/payment.machine.ts';
import { usePlayer } from '../app/portal.context.tsx';

export type PaymentActor = ActorRefFrom<typeof paymentMachine>;

/** The payment actor of a tracked order. */
export const usePaymentActor = (orderId: string): PaymentActor | undefined =>
  useSelector(usePlayer(), (snapshot) => snapshot?.children[`payment.${orderId}`]);
