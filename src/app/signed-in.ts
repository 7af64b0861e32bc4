import { wireArticle } from '../../machines/article/article.ports.ts';
import { wireBalance } from '../../machines/balance/balance.ports.ts';
import { wireBulletins } from '../../machines/bulletins/bulletins.ports.ts';
import { wireEpointRecharge } from '../../machines/epoint-recharge/epoint-recharge.ports.ts';
import { wireListRoute } from '../../machines/lists/list-route.ports.ts';
import { wireOrderDetail } from '../../machines/order-detail/order-detail.ports.ts';
import { wirePayment } from '../../machines/payment/payment.ports.ts';
import { wireRecharge } from '../../machines/recharge/recharge.ports.ts';
import { wirePasswordReset } from '../../machines/session/password-reset.ports.ts';
import { wireVerification } from '../../machines/session/verification.ports.ts';
import { wireSignedIn } from '../../machines/signed-in/signed-in.ports.ts';
import { startServiceWorker } from '../platform/service-worker.ts';
import type { PortalActor } from '../views/app/portal.context.tsx';
import type { SignedInParts } from './api-adapters.ts';
import { createSignedInAdapters } from './signed-in-adapters.ts';
import { guardUnload } from './unload.guard.ts';

/** The signed-in half of the composition root: the machines and adapters that need a session. */
export const createSignedIn = (parts: SignedInParts, portal: PortalActor) => {
  guardUnload(parts.browser, portal);
  if (import.meta.env.PROD && !import.meta.env.VITE_QA) void startServiceWorker();
  const {
    signedInPorts,
    rechargePorts,
    epointRechargePorts,
    paymentPorts,
    orderDetailPorts,
    balancePorts,
    listPorts,
    contentPorts,
    recoveryPorts,
  } = createSignedInAdapters(parts);
  return {
    signedIn: wireSignedIn(signedInPorts, {
      recharge: wireRecharge(rechargePorts),
      epointRecharge: wireEpointRecharge(epointRechargePorts),
      payment: wirePayment(paymentPorts),
      orderDetail: wireOrderDetail(orderDetailPorts),
      balance: wireBalance(balancePorts),
      listRoute: wireListRoute(listPorts),
      article: wireArticle(contentPorts),
      bulletins: wireBulletins(contentPorts),
    }),
    verification: wireVerification(recoveryPorts),
    passwordReset: wirePasswordReset(recoveryPorts),
  };
};

export type SignedInMachines = ReturnType<typeof createSignedIn>;
