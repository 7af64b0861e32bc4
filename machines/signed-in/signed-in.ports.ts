import type { articleMachine } from '../article/article.machine.ts';
import type { balanceMachine } from '../balance/balance.machine.ts';
import type { bulletinsMachine } from '../bulletins/bulletins.machine.ts';
import type { epointRechargeMachine } from '../epoint-recharge/epoint-recharge.machine.ts';
import type { homeMachine } from '../home/home.machine.ts';
import { wire } from '../kernel/port.ts';
import type { listRouteMachine } from '../lists/list-route.machine.ts';
import type { RefusedStatus } from '../order/order.types.ts';
import type { orderDetailMachine } from '../order-detail/order-detail.machine.ts';
import type { paymentMachine } from '../payment/payment.machine.ts';
import type { rechargeMachine } from '../recharge/recharge.machine.ts';
import { type ResumePorts, resumeMachine } from './resume.machine.ts';
import { signedInMachine } from './signed-in.machine.ts';
import type { SignedInOwnPorts } from './signed-in.types.ts';

export type SignedInPorts = SignedInOwnPorts &
  ResumePorts & {
    /** Writes a line to the client's log. Never throws. */
    logRefusedStatus: (refused: RefusedStatus) => void;
  };

/** The child machines, wired to their ports. */
export type SignedInChildren = {
  readonly recharge: typeof rechargeMachine;
  readonly epointRecharge: typeof epointRechargeMachine;
  readonly payment: typeof paymentMachine;
  readonly orderDetail: typeof orderDetailMachine;
  readonly balance: typeof balanceMachine;
  readonly listRoute: typeof listRouteMachine;
  readonly article: typeof articleMachine;
  readonly bulletins: typeof bulletinsMachine;
  readonly home: typeof homeMachine;
};

export const wireSignedIn = (ports: SignedInPorts, children: SignedInChildren): typeof signedInMachine =>
  wire(signedInMachine, ports, {
    ...children,
    resume: wire(resumeMachine, ports),
  }).provide({ actions: { logRefusedStatus: (_, refused) => ports.logRefusedStatus(refused) } });
