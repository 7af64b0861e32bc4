import type { balanceMachine } from '../balance/balance.machine.ts';
import { type Listener, type Port, wireListener, wirePort } from '../kernel/port.ts';
import type { noticesMachine } from '../notices/notices.machine.ts';
import type { OrderRecord } from '../order/order.types.ts';
import type { orderDetailMachine } from '../order-detail/order-detail.machine.ts';
import type { paymentMachine } from '../payment/payment.machine.ts';
import type { rechargeMachine } from '../recharge/recharge.machine.ts';
import type { sessionMachine } from '../session/session.machine.ts';
import type { Account } from '../session/session.types.ts';
import { portalMachine } from './portal.machine.ts';
import type { HomeConfig, PortalConfig, PortalEvent, Work } from './portal.types.ts';
import { bootMachine } from './portal-boot.machine.ts';
import { restorationMachine } from './portal-restoration.machine.ts';

type Only<Type extends PortalEvent['type']> = Extract<PortalEvent, { type: Type }>;

export type PortalPorts = {
  /** `/api/setting/init`. */
  loadConfig: Port<PortalConfig, Record<string, never>>;
  /** `/api/setting/time`, several times; the offset of the fastest answer, in ms. Also sets the clock the views read. */
  syncClock: Port<{ readonly offsetMs: number }, Record<string, never>>;
  /** `/api/setting/webHomeConf`. */
  loadHome: Port<HomeConfig, Record<string, never>>;
  /** What this browser remembers of the account. Never rejects; what does not fit its schema is dropped. */
  restoreWork: Port<Work, { readonly account: Account }>;
  /** `/api/order/record` with status 1. */
  listUnpaid: Port<readonly OrderRecord[], Record<string, never>>;
  /** Layout (≤ 750 px), connectivity, a storage that refuses, the session of other tabs, HTTP 203 and code 20002 of any call. */
  surroundings: Listener<
    never,
    | Only<'layout.changed'>
    | Only<'network.changed'>
    | Only<'tab.login'>
    | Only<'tab.logout'>
    | Only<'http.unauthorized'>
    | Only<'http.kicked'>
    | Only<'storage.failed'>,
    Record<string, never>
  >;
};

/** The children of the root, wired to their own ports. */
export type PortalChildren = {
  readonly session: typeof sessionMachine;
  readonly notices: typeof noticesMachine;
  readonly recharge: typeof rechargeMachine;
  readonly payment: typeof paymentMachine;
  readonly orderDetail: typeof orderDetailMachine;
  readonly balance: typeof balanceMachine;
};

/** Start it with `createActor(…, { systemId: 'portal' })`. */
export const wirePortal = (ports: PortalPorts, children: PortalChildren): typeof portalMachine =>
  portalMachine.provide({
    actors: {
      ...children,
      surroundings: wireListener(ports.surroundings),
      boot: bootMachine.provide({
        actors: {
          loadConfig: wirePort(ports.loadConfig),
          syncClock: wirePort(ports.syncClock),
          loadHome: wirePort(ports.loadHome),
        },
      }),
      restoration: restorationMachine.provide({
        actors: { restoreWork: wirePort(ports.restoreWork), listUnpaid: wirePort(ports.listUnpaid) },
      }),
    },
  });
