import type { articleMachine } from '../article/article.machine.ts';
import type { balanceMachine } from '../balance/balance.machine.ts';
import type { bulletinsMachine } from '../bulletins/bulletins.machine.ts';
import type { epointRechargeMachine } from '../epoint-recharge/epoint-recharge.machine.ts';
import { type Port, wirePort } from '../kernel/port.ts';
import type { listRouteMachine } from '../lists/list-route.machine.ts';
import type { OrderRecord, RefusedStatus } from '../order/order.types.ts';
import type { orderDetailMachine } from '../order-detail/order-detail.machine.ts';
import type { paymentMachine } from '../payment/payment.machine.ts';
import type { rechargeMachine } from '../recharge/recharge.machine.ts';
import type { Account } from '../session/session.types.ts';
import { resumeMachine } from './resume.machine.ts';
import type { ResumeState } from './resume.types.ts';
import { signedInMachine } from './signed-in.machine.ts';
import type { LinkInput } from './signed-in.setup.ts';

export type SignedInPorts = {
  /** Reads what this browser stored for the account. Never rejects; ignores values that do not match their schema. */
  loadResumeState: Port<ResumeState, { readonly account: Account }>;
  /** `/api/order/record` with status 1. */
  loadUnpaidOrders: Port<readonly OrderRecord[], Record<string, never>>;
  /**
   * Calls `/api/user/sdk/ticket/get` and navigates the blank window to `url`, with the ticket if there is one. Never rejects. The
   * ticket never enters a machine.
   */
  openLink: Port<null, LinkInput>;
  /** Writes a line to the client's log. Never throws. */
  logRefusedStatus: (refused: RefusedStatus) => void;
  /** Closes the blank window that a click opened. Never rejects. */
  closeWindow: Port<void, { readonly windowRef: string }>;
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
};

export const wireSignedIn = (ports: SignedInPorts, children: SignedInChildren): typeof signedInMachine =>
  signedInMachine.provide({
    actors: {
      ...children,
      openLink: wirePort(ports.openLink),
      closeWindow: wirePort(ports.closeWindow),
      resume: resumeMachine.provide({
        actors: {
          loadResumeState: wirePort(ports.loadResumeState),
          loadUnpaidOrders: wirePort(ports.loadUnpaidOrders),
        },
      }),
    },
    actions: { logRefusedStatus: (_, refused) => ports.logRefusedStatus(refused) },
  });
