import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { paymentMachine } from '../../../machines/payment/payment.machine.ts';
import { usePlayer } from '../app/portal.context.tsx';

export type PaymentActor = ActorRefFrom<typeof paymentMachine>;

/** The actor that follows one order, if the player's half follows it. */
export const usePaymentActor = (orderId: string): PaymentActor | undefined =>
  useSelector(usePlayer(), (snapshot) => snapshot?.children[`payment.${orderId}`]);
