import type { HomeConfig } from '../home/home.types.ts';
import { type Listener, type Port, wireListener, wirePort } from '../kernel/port.ts';
import type { sessionMachine } from '../session/session.machine.ts';
import type { signedInMachine } from '../signed-in/signed-in.machine.ts';
import type { toastsMachine } from '../toasts/toasts.machine.ts';
import { portalMachine } from './portal.machine.ts';
import type { PortalEvent } from './portal.types.ts';
import { bootMachine } from './portal-boot.machine.ts';
import type { PortalConfig } from './portal-config.types.ts';

type Only<Type extends PortalEvent['type']> = Extract<PortalEvent, { type: Type }>;

export type PortalPorts = {
  /** `/api/setting/init`. */
  loadConfig: Port<PortalConfig, Record<string, never>>;
  /** Calls `/api/setting/time` several times and returns the offset of the fastest response in ms. Also sets the clock of the views. */
  syncClock: Port<{ readonly offsetMs: number }, Record<string, never>>;
  /** `/api/setting/webHomeConf`. */
  loadHome: Port<HomeConfig, Record<string, never>>;
  /** Loads the code of the `signedIn` machine. Rejects if it cannot be loaded. */
  loadSignedIn: Port<null, Record<string, never>>;
  /** Layout (≤ 750 px), connectivity, storage failures, changes by other tabs, HTTP 203 and code 20002 of any call. */
  environment: Listener<
    never,
    | Only<'layout.changed'>
    | Only<'network.changed'>
    | Only<'tab.login'>
    | Only<'tab.logout'>
    | Only<'tab.confirm'>
    | Only<'http.unauthorized'>
    | Only<'http.kicked'>
    | Only<'storage.failed'>,
    Record<string, never>
  >;
};

/** The child machines, wired to their ports. */
export type PortalChildren = {
  readonly session: typeof sessionMachine;
  readonly toasts: typeof toastsMachine;
  readonly signedIn: typeof signedInMachine;
};

/** Start it with `createActor(…, { systemId: 'portal' })`. */
export const wirePortal = (ports: PortalPorts, children: PortalChildren): typeof portalMachine =>
  portalMachine.provide({
    actors: {
      ...children,
      environment: wireListener(ports.environment),
      boot: bootMachine.provide({
        actors: {
          loadConfig: wirePort(ports.loadConfig),
          syncClock: wirePort(ports.syncClock),
          loadHome: wirePort(ports.loadHome),
        },
      }),
      loadSignedIn: wirePort(ports.loadSignedIn),
    },
  });
