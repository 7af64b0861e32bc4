import { balanceMachine } from '../../../machines/balance/balance.machine.ts';
import { orderDetailMachine } from '../../../machines/order-detail/order-detail.machine.ts';
import { paymentMachine } from '../../../machines/payment/payment.machine.ts';
import { playerMachine } from '../../../machines/player/player.machine.ts';
import { portalMachine } from '../../../machines/portal/portal.machine.ts';
import { rechargeMachine } from '../../../machines/recharge/recharge.machine.ts';

/** The signed-in half with the machines below it, unwired. */
export const playerSystem = playerMachine.provide({
  actors: {
    balance: balanceMachine,
    recharge: rechargeMachine,
    payment: paymentMachine,
    orderDetail: orderDetailMachine,
  },
});

/** Every machine of the portal below its root, unwired: what a recording is replayed on. */
export const portalSystem = portalMachine.provide({ actors: { player: playerSystem } });
