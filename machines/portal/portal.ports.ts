import type { Listener, Port } from '../kernel/port.ts';
import type { OrderRecord } from '../order/order.types.ts';
import type { Account } from '../session/session.types.ts';
import type { HomeConfig, PortalConfig, PortalEvent, Work } from './portal.types.ts';

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
