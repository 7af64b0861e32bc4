import { articleMachine } from '../../machines/article/article.machine.ts';
import { balanceMachine } from '../../machines/balance/balance.machine.ts';
import { bulletinsMachine } from '../../machines/bulletins/bulletins.machine.ts';
import { wireEpointRecharge } from '../../machines/epoint-recharge/epoint-recharge.machine.ts';
import { homeMachine } from '../../machines/home/home.machine.ts';
import { wire } from '../../machines/kernel/port.ts';
import { wireListRoute } from '../../machines/lists/list-route.machine.ts';
import { orderDetailMachine } from '../../machines/order-detail/order-detail.machine.ts';
import { wirePayment } from '../../machines/payment/payment.machine.ts';
import { wireRecharge } from '../../machines/recharge/recharge.ports.ts';
import { wirePasswordReset } from '../../machines/session/password-reset.machine.ts';
import { verificationMachine } from '../../machines/session/verification.machine.ts';
import { wireSignedIn } from '../../machines/signed-in/signed-in.machine.ts';
import { startServiceWorker } from '../platform/service-worker.ts';
import type { PortalActor } from '../views/app/portal.context.tsx';
import type { SignedInParts } from './api-adapters.ts';
import { lazyWire } from './lazy-machine.ts';
import { createSignedInAdapters } from './signed-in-adapters.ts';
import { guardUnload } from './unload.guard.ts';

/** The signed-in half of the composition root: the machines and adapters that need a session. */
export const createSignedIn = (parts: SignedInParts, portal: PortalActor) => {
  guardUnload(parts.browser, portal);
  if (import.meta.env.PROD && !import.meta.env.VITE_QA) void startServiceWorker();
  const ports = createSignedInAdapters(parts);
  return {
    signedIn: wireSignedIn(ports.signedInPorts, {
      recharge: lazyWire(() => wireRecharge(ports.rechargePorts)),
      epointRecharge: lazyWire(() => wireEpointRecharge(ports.epointRechargePorts)),
      payment: lazyWire(() => wirePayment(ports.paymentPorts)),
      orderDetail: lazyWire(() => wire(orderDetailMachine, ports.orderDetailPorts)),
      balance: lazyWire(() => wire(balanceMachine, ports.balancePorts)),
      listRoute: lazyWire(() => wireListRoute(ports.listPorts)),
      article: lazyWire(() => wire(articleMachine, ports.contentPorts)),
      bulletins: lazyWire(() => wire(bulletinsMachine, ports.contentPorts)),
      home: lazyWire(() => wire(homeMachine, ports.homePorts)),
    }),
    verification: lazyWire(() => wire(verificationMachine, ports.recoveryPorts)),
    passwordReset: lazyWire(() => wirePasswordReset(ports.recoveryPorts)),
  };
};
