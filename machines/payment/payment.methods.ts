import type { MethodKind } from '../order/order.methods.ts';
import { pointPaymentMachine } from './points/point-payment.machine.ts';
import { redirectPaymentMachine } from './redirect/redirect-payment.machine.ts';

/** The machine of each payment method. */
export const METHOD_MACHINES = {
  redirect: redirectPaymentMachine,
  points: pointPaymentMachine,
} satisfies Record<MethodKind, object>;

export type MethodMachines = typeof METHOD_MACHINES;
