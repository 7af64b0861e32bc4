import { assign, sendParent, setup } from 'xstate';
import { toFailure } from '../kernel/failure.ts';
import { portStub } from '../kernel/port.ts';
import type { GameServer } from './recharge.types.ts';
import type { RosterContext, RosterEvent, RosterReport, RosterState } from './roster.types.ts';

export const rosterSetup = setup({
  types: { context: {} as RosterContext, events: {} as RosterEvent },
  actors: {
    readCachedServers: portStub<readonly GameServer[] | null, Record<string, never>>('readCachedServers'),
    loadServers: portStub<readonly GameServer[], Record<string, never>>('loadServers'),
  },
  actions: {
    keepServers: assign((_, { servers }: { servers: readonly GameServer[] | null }) => ({
      servers: servers ?? [],
      failure: null,
    })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    tell: sendParent(
      ({ context }, { state }: { state: RosterState }): RosterReport => ({ type: 'roster.changed', state, ...context }),
    ),
  },
});
