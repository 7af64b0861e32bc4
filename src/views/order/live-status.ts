import { useSelector } from '@xstate/react';
import { compareStatus } from '../../../machines/order/order.transitions.ts';
import type { OrderRecord } from '../../../machines/order/order.types.ts';
import { selectPaymentScreen } from '../../../machines/payment/payment.screens.ts';
import { usePaymentActor } from './payment-actor.ts';

/** The status of a loaded record or that of the tracked order, whichever is further along the order chart. */
export const useLiveStatus = (record: OrderRecord): Pick<OrderRecord, 'status' | 'isStatusUnknown'> => {
  const payment = usePaymentActor(record.paymentId);
  const seen = useSelector(payment, (snapshot) => snapshot && selectPaymentScreen(snapshot).record);
  if (!seen) return record;
  const { status } = compareStatus(record.status, seen.status);
  return { status, isStatusUnknown: status === 'pending' && seen.isStatusUnknown };
};
