import { orderDetailMachine } from '../../../machines/order-detail/order-detail.machine.ts';
import { paymentMachine } from '../../../machines/payment/payment.machine.ts';
import { portalMachine } from '../../../machines/portal/portal.machine.ts';
import { rechargeMachine } from '../../../machines/recharge/recharge.machine.ts';

/** Every machine of the portal below its root, unwired: what a recording is replayed on. */
export const portalSystem = portalMachine.provide({
  actors: { recharge: rechargeMachine, payment: paymentMachine, orderDetail: orderDetailMachine },
});
