import type { articleMachine } from '../article/article.machine.ts';
import type { balanceMachine } from '../balance/balance.machine.ts';
import type { browsingMachine } from '../browsing/browsing.machine.ts';
import type { bulletinsMachine } from '../bulletins/bulletins.machine.ts';
import { type Port, wirePort } from '../kernel/port.ts';
import type { OrderRecord, RefusedStatus } from '../order/order.types.ts';
import type { orderDetailMachine } from '../order-detail/order-detail.machine.ts';
import type { paymentMachine } from '../payment/payment.machine.ts';
import type { rechargeMachine } from '../recharge/recharge.machine.ts';
import type { Account } from '../session/session.types.ts';
import type { topupMachine } from '../topup/topup.machine.ts';
import { playerMachine } from './player.machine.ts';
import type { LinkInput } from './player.setup.ts';
import type { Work } from './player.types.ts';
import { restorationMachine } from './player-restoration.machine.ts';

export type PlayerPorts = {
  /** What this browser remembers of the account. Never rejects; what does not fit its schema is dropped. */
  restoreWork: Port<Work, { readonly account: Account }>;
  /** `/api/order/record` with status 1. */
  listUnpaid: Port<readonly OrderRecord[], Record<string, never>>;
  /**
   * `/api/user/sdk/ticket/get`, then sends the blank window to `url` with the ticket; without one when there is none to be had.
   * Never rejects. The ticket itself stays outside.
   */
  openLink: Port<null, LinkInput>;
  /** Writes a line to the client's log. Never throws. */
  logRefusedStatus: (refused: RefusedStatus) => void;
};

/** The children of the player, wired to their own ports. */
export type PlayerChildren = {
  readonly recharge: typeof rechargeMachine;
  readonly topup: typeof topupMachine;
  readonly payment: typeof paymentMachine;
  readonly orderDetail: typeof orderDetailMachine;
  readonly balance: typeof balanceMachine;
  readonly browsing: typeof browsingMachine;
  readonly article: typeof articleMachine;
  readonly bulletins: typeof bulletinsMachine;
};

export const wirePlayer = (ports: PlayerPorts, children: PlayerChildren): typeof playerMachine =>
  playerMachine.provide({
    actors: {
      ...children,
      openLink: wirePort(ports.openLink),
      restoration: restorationMachine.provide({
        actors: { restoreWork: wirePort(ports.restoreWork), listUnpaid: wirePort(ports.listUnpaid) },
      }),
    },
    actions: { logRefusedStatus: (_, refused) => ports.logRefusedStatus(refused) },
  });
