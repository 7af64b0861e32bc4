import { failure } from '../../machines/kernel/failure.ts';
import type { Listed } from '../../machines/kernel/listed.ts';
import { resolveRecipient } from '../../machines/recharge/recharge.recipient.ts';
import type { ItemRequest } from '../../machines/recharge/recharge.types.ts';
import type { GameServer } from '../../machines/recharge/servers.machine.ts';
import type { ApiClient } from '../api/api-client.ts';
import { userWebRole } from '../contract/user.contract.ts';
import type { AccountStore } from './account-store.ts';
import { toGameServers } from './server.mapper.ts';

export const createRoleList = (api: ApiClient, store: () => AccountStore | null) => {
  const cached = () => store()?.readServers() ?? null;
  /** The chosen role in the cached list; null if it is missing or ambiguous. */
  const resolve = (choice: ItemRequest) => resolveRecipient(cached() ?? [], choice);
  /** Loads the list and caches it for the account that requested it. Rejects with `protocolError`, and keeps the cache, if no server can be read. */
  const load = async (signal: AbortSignal): Promise<Listed<GameServer>> => {
    const accountStore = store();
    const listed = toGameServers(await api.call(userWebRole, {}, { signal }));
    if (listed.rows.length === 0 && listed.unread.length > 0) throw failure('protocolError');
    accountStore?.saveServers(listed.rows);
    return listed;
  };
  return {
    cached,
    load,
    resolve,
    /** Like `resolve`, but loads the list when none is cached. A blank id sends no request and returns null. */
    find: async (choice: ItemRequest, signal: AbortSignal) => {
      if (!choice.serverId || !choice.roleId) return null;
      return resolveRecipient(cached() ?? (await load(signal)).rows, choice);
    },
  };
};

export type RoleList = ReturnType<typeof createRoleList>;
