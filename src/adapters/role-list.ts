import type { Recipient } from '../../machines/order/order.types.ts';
import { resolveRecipient } from '../../machines/recharge/recharge.recipient.ts';
import type { GameServer } from '../../machines/recharge/servers.types.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { AccountStore } from './account-store.ts';
import { toGameServer } from './server.mapper.ts';

export type RoleList = {
  readonly cached: () => readonly GameServer[] | null;
  /** Loads the list and caches it for the account that requested it. */
  readonly load: (signal: AbortSignal) => Promise<readonly GameServer[]>;
  /** The chosen role in the cached list; null if it is missing or ambiguous. */
  readonly resolve: (choice: RoleChoice) => Recipient | null;
  /** Like `resolve`, but loads the list when none is cached. A blank id sends no request and returns null. */
  readonly find: (choice: RoleChoice, signal: AbortSignal) => Promise<Recipient | null>;
};

type RoleChoice = { readonly serverId: string; readonly roleId: string };

export const createRoleList = (api: Pick<ApiClient, 'userWebRole'>, store: () => AccountStore | null): RoleList => {
  const cached = () => store()?.readServers() ?? null;
  const resolve = (choice: RoleChoice) => resolveRecipient(cached() ?? [], choice);
  const load = async (signal: AbortSignal): Promise<readonly GameServer[]> => {
    const accountStore = store();
    const { rows } = await api.userWebRole({}, { signal });
    const servers = rows.map(toGameServer);
    accountStore?.saveServers(servers);
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
