import { type ActorOptions, type AnyActorLogic, createActor } from 'xstate';
import { articleMachine } from '../../../machines/article/article.machine.ts';
import { balanceMachine } from '../../../machines/balance/balance.machine.ts';
import { bulletinsMachine } from '../../../machines/bulletins/bulletins.machine.ts';
import { wireEpointRecharge } from '../../../machines/epoint-recharge/epoint-recharge.machine.ts';
import { homeMachine } from '../../../machines/home/home.machine.ts';
import { wire } from '../../../machines/kernel/port.ts';
import { wireListRoute } from '../../../machines/lists/list-route.machine.ts';
import { orderDetailMachine } from '../../../machines/order-detail/order-detail.machine.ts';
import { wirePayment } from '../../../machines/payment/payment.machine.ts';
import { portalMachine } from '../../../machines/portal/portal.machine.ts';
import { bootMachine } from '../../../machines/portal/portal-boot.machine.ts';
import { wireRecharge } from '../../../machines/recharge/recharge.ports.ts';
import { wirePasswordReset } from '../../../machines/session/password-reset.machine.ts';
import { sessionMachine } from '../../../machines/session/session.machine.ts';
import { verificationMachine } from '../../../machines/session/verification.machine.ts';
import { wireSignedIn } from '../../../machines/signed-in/signed-in.machine.ts';
import { toastsMachine } from '../../../machines/toasts/toasts.machine.ts';
import type { createPortalHarness } from './portal-harness.ts';

export type Watching = Pick<ActorOptions<AnyActorLogic>, 'inspect' | 'clock'>;

/** The root actor of a tab, with every machine on its adapters. Not started. */
export const createPortalActor = (harness: ReturnType<typeof createPortalHarness>, watching: Watching = {}) =>
  createActor(
    wire(portalMachine, harness.portalPorts, {
      boot: wire(bootMachine, harness.portalPorts),
      session: wire(sessionMachine, harness.sessionPorts, {
        verification: wire(verificationMachine, harness.recoveryPorts),
        passwordReset: wirePasswordReset(harness.recoveryPorts),
      }),
      toasts: toastsMachine,
      signedIn: wireSignedIn(harness.signedInPorts, {
        recharge: wireRecharge(harness.rechargePorts),
        epointRecharge: wireEpointRecharge(harness.epointRechargePorts),
        payment: wirePayment(harness.paymentPorts),
        orderDetail: wire(orderDetailMachine, harness.orderDetailPorts),
        balance: wire(balanceMachine, harness.balancePorts),
        listRoute: wireListRoute(harness.listPorts),
        article: wire(articleMachine, harness.contentPorts),
        bulletins: wire(bulletinsMachine, harness.contentPorts),
        home: wire(homeMachine, harness.homePorts),
      }),
    }),
    { systemId: 'portal', ...watching },
  );

/** The address bar of a tab: it follows the actor, and the actor follows it while the tab is open. */
export const createAddressBar = (
  actor: ReturnType<typeof createPortalActor>,
  url: string,
  isOpen: () => boolean = () => true,
) => {
  let at = url;
  const sendUrl = (action: 'POP' | 'PUSH' | 'REPLACE'): void => {
    const [path = '', query] = at.split('?');
    actor.send({ type: 'url.changed', path, search: query === undefined ? '' : `?${query}`, action });
  };
  actor.on('nav', ({ to, replace }) => {
    queueMicrotask(() => {
      at = to;
      if (isOpen()) sendUrl(replace ? 'REPLACE' : 'PUSH');
    });
  });
  return {
    url: () => at,
    start: (): void => {
      actor.start();
      sendUrl('POP');
    },
    go: (to: string): void => {
      at = to;
      sendUrl('PUSH');
    },
  };
};
