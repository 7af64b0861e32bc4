import { wireOrderDetail } from '../machines/order-detail/order-detail.ports.ts';
import { wirePayment } from '../machines/payment/payment.ports.ts';
import { wireRecharge } from '../machines/recharge/recharge.ports.ts';
import { createWork } from './adapters/work.ts';
import type { WorkParts } from './adapters/world.ts';

/** The later half of the composition root: the machines and adapters that nobody needs before a login. */
export const startWork = (parts: WorkParts) => {
  const { restoreWork, listUnpaid, rechargePorts, paymentPorts, orderDetailPorts } = createWork(parts);
  return {
    restoreWork,
    listUnpaid,
    recharge: wireRecharge(rechargePorts),
    payment: wirePayment(paymentPorts),
    orderDetail: wireOrderDetail(orderDetailPorts),
  };
};
