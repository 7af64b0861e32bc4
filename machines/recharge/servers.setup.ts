import { assign, sendParent, setup } from 'xstate';
import { toFailure } from '../kernel/failure.ts';
import type { Listed } from '../kernel/listed.ts';
import { portStub } from '../kernel/port.ts';
import type { GameServer, ServersContext, ServersEvent, ServersReport, ServersState } from './servers.types.ts';

export const serversSetup = setup({
  types: { context: {} as ServersContext, events: {} as ServersEvent },
  actors: {
    loadCachedServers: portStub<readonly GameServer[] | null, Record<string, never>>('loadCachedServers'),
    loadServers: portStub<Listed<GameServer>, Record<string, never>>('loadServers'),
  },
  actions: {
    setCachedServers: assign((_, { servers }: { servers: readonly GameServer[] | null }) => ({
      servers: servers ?? [],
      failure: null,
    })),
    setServers: assign((_, { list: { rows, unread } }: { list: Listed<GameServer> }) => ({
      servers: rows,
      unread,
      failure: null,
    })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    reportServers: sendParent(
      ({ context }, { state }: { state: ServersState }): ServersReport => ({
        type: 'servers.changed',
        state,
        ...context,
      }),
    ),
  },
});
