import type { Recipient } from '../../machines/order/order.types.ts';
import type { GameServer } from '../../machines/recharge/servers.types.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { AccountStore } from './account-store.ts';
import { resolveRecipient, toGameServer } from './server.mapper.ts';

export type RoleList = {
  readonly cached: () => readonly GameServer[] | null;
  /** Asks the server and refreshes the cache of the account that asked. */
  readonly load: (signal: AbortSignal) => Promise<readonly GameServer[]>;
  /** The chosen character as the cached list knows it; null: ask the player again. */
  readonly resolve: (choice: RoleChoice) => Recipient | null;
  /** As `resolve`; loads the list first when none is cached. Null without a request when an id is blank. */
  readonly find: (choice: RoleChoice, signal: AbortSignal) => Promise<Recipient | null>;
};

type RoleChoice = { readonly serverId: string; readonly roleId: string };

export const createRoleList = (api: Pick<ApiClient, 'userWebRole'>, store: () => AccountStore | null): RoleList => {
  const cached = () => store()?.readServers() ?? null;
  const resolve = (choice: RoleChoice) => resolveRecipient(cached(), choice);
  const load = async (signal: AbortSignal): Promise<readonly GameServer[]> => {
    const owner = store();
    const { rows } = await api.userWebRole({}, { signal });
    const servers = rows.map(toGameServer);
    owner?.saveServers(servers);
    return servers;
  };
  return {
    cached,
    load,
    resolve,
    find: async (choice, signal) => {
      if (!choice.serverId || !choice.roleId) return null;
      return resolveRecipient(cached() ?? (await load(signal)), choice);
    },
  };
};
