import { wireArticle } from '../machines/article/article.ports.ts';
import { wireBalance } from '../machines/balance/balance.ports.ts';
import { wireBrowsing } from '../machines/browsing/browsing.ports.ts';
import { wireBulletins } from '../machines/bulletins/bulletins.ports.ts';
import { wireOrderDetail } from '../machines/order-detail/order-detail.ports.ts';
import { wirePayment } from '../machines/payment/payment.ports.ts';
import { wirePlayer } from '../machines/player/player.ports.ts';
import { wireRecharge } from '../machines/recharge/recharge.ports.ts';
import { wirePasswordReset } from '../machines/session/password-reset.ports.ts';
import { wireVerification } from '../machines/session/verification.ports.ts';
import { wireTopup } from '../machines/topup/topup.ports.ts';
import type { WorkParts } from './adapters/network.ts';
import { createWork } from './adapters/work.ts';

/** The later half of the composition root: the machines and adapters that nobody needs before a login. */
export const startWork = (parts: WorkParts) => {
  const {
    playerPorts,
    rechargePorts,
    topupPorts,
    paymentPorts,
    orderDetailPorts,
    balancePorts,
    listingPorts,
    contentPorts,
    recoveryPorts,
  } = createWork(parts);
  return {
    player: wirePlayer(playerPorts, {
      recharge: wireRecharge(rechargePorts),
      topup: wireTopup(topupPorts),
      payment: wirePayment(paymentPorts),
      orderDetail: wireOrderDetail(orderDetailPorts),
      balance: wireBalance(balancePorts),
      browsing: wireBrowsing(listingPorts),
      article: wireArticle(contentPorts),
      bulletins: wireBulletins(contentPorts),
    }),
    verification: wireVerification(recoveryPorts),
    passwordReset: wirePasswordReset(recoveryPorts),
  };
};
