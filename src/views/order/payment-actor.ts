import { shallowEqual, useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { compareStatus } from '../../../machines/order/order.transitions.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import type { paymentMachine } from '../../../machines/payment/payment.machine.ts';
import { type PaymentScreen, selectPaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { selectCanResume, selectOrderWizard } from '../../../machines/signed-in/signed-in.screens.ts';
import { usePlayer } from '../app/portal.context.tsx';

export type PaymentActor = ActorRefFrom<typeof paymentMachine>;

export const usePaymentActor = (orderId: string): PaymentActor | undefined =>
  useSelector(usePlayer(), (snapshot) => snapshot?.children[`payment.${orderId}`]);

/** What the payment of a tracked order shows. */
export const usePaymentScreen = (orderId: string): PaymentScreen | undefined =>
  useSelector(usePaymentActor(orderId), (snapshot) => snapshot && selectPaymentScreen(snapshot), shallowEqual);

/** Whether *Continue* shows the payment of the order. Subscribes to the wizard, which does not report when it begins to create an order. */
export const useCanResume = (orderId: string): boolean => {
  const player = usePlayer();
  const wizard = useSelector(player, (snapshot) => snapshot && selectOrderWizard(snapshot, orderId));
  return useSelector(wizard, () => player !== undefined && selectCanResume(player.getSnapshot(), orderId));
};

/** The status of a loaded record or that of the tracked order, whichever is further along the order chart. */
export const useLiveStatus = (record: OrderRecord): Pick<OrderRecord, 'status' | 'isStatusUnknown'> => {
  const seen = usePaymentScreen(record.paymentId)?.record;
  if (!seen) return record;
  const { status } = compareStatus(record.status, seen.status);
  return { status, isStatusUnknown: status === 'pending' && seen.isStatusUnknown };
};
