import type { Failure } from '../kernel/failure.ts';
import type { GameServer } from './recharge.types.ts';

/** `fresh`: as the server said a moment ago. `loading` and `failed` may hold the list of an earlier visit. */
export type RosterState = 'unread' | 'loading' | 'fresh' | 'failed';

export type RosterContext = { readonly servers: readonly GameServer[]; readonly failure: Failure | null };

export type RosterEvent = { readonly type: 'roster.refresh' };

export type RosterReport = {
  readonly type: 'roster.changed';
  readonly state: RosterState;
  readonly servers: readonly GameServer[];
  readonly failure: Failure | null;
};
